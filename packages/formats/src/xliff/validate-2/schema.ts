/** The attributes and content of an element of XLIFF 2. */
export type ElementRule = {
  /** Of the specification, version 2.0. */
  readonly section: string
  /** Its attributes with the kind of their values (see `value-kinds.ts`); `!` after a kind: required. */
  readonly attributes: Readonly<Record<string, string>>
  /** Attributes of other namespaces: any, only those of Format Style and Size Restriction, or none. */
  readonly foreign: 'any' | 'format' | 'none'
  /**
   * Its children in order, as `name?`, `name*`, `name+` or `a|b+`, where `other` is any element outside the
   * core; or characters, anything, inline content.
   */
  readonly content: readonly string[] | 'characters' | 'anything' | 'inline' | 'code' | 'empty'
}

const YES_NO = 'yes|no'
const DIRECTION = 'ltr|rtl|auto'
const SPACE = { 'xml:space': 'default|preserve' }
const INHERITED = { canResegment: YES_NO, translate: YES_NO, srcDir: DIRECTION, trgDir: DIRECTION, ...SPACE }
/** XLIFF 2.0, 4.3.1: common attributes of codes. */
const EDITING = {
  canCopy: YES_NO,
  canDelete: YES_NO,
  canReorder: 'yes|firstNo|no',
  copyOf: 'nmtoken',
  type: 'fmt|ui|quote|link|image|other',
  subType: 'prefixed',
}
const ONE_CODE = { ...EDITING, dataRef: 'nmtoken', disp: 'text', equiv: 'text', subFlows: 'nmtokens' }
const ANNOTATION = { translate: YES_NO, type: 'annotation', ref: 'text', value: 'text' }

/** The core of XLIFF 2.0 (chapter 4.2) as a table, which 2.1 did not change. */
export const CORE_RULES: Readonly<Record<string, ElementRule>> = {
  xliff: {
    section: '4.2.2.1',
    attributes: { version: 'text!', srcLang: 'language!', trgLang: 'language', ...SPACE },
    foreign: 'any',
    content: ['file+'],
  },
  file: {
    section: '4.2.2.2',
    attributes: { id: 'nmtoken!', original: 'text', ...INHERITED },
    foreign: 'any',
    content: ['skeleton?', 'other*', 'notes?', 'unit|group+'],
  },
  skeleton: { section: '4.2.2.3', attributes: { href: 'text' }, foreign: 'none', content: 'anything' },
  group: {
    section: '4.2.2.4',
    attributes: { id: 'nmtoken!', name: 'text', type: 'text', ...INHERITED },
    foreign: 'any',
    content: ['other*', 'notes?', 'unit|group*'],
  },
  unit: {
    section: '4.2.2.5',
    attributes: { id: 'nmtoken!', name: 'text', type: 'text', ...INHERITED },
    foreign: 'any',
    content: ['other*', 'notes?', 'originalData?', 'segment|ignorable+'],
  },
  segment: {
    section: '4.2.2.6',
    attributes: {
      id: 'nmtoken',
      canResegment: YES_NO,
      state: 'initial|translated|reviewed|final',
      subState: 'prefixed',
    },
    foreign: 'none',
    content: ['source', 'target?'],
  },
  ignorable: {
    section: '4.2.2.7',
    attributes: { id: 'nmtoken' },
    foreign: 'none',
    content: ['source', 'target?'],
  },
  notes: { section: '4.2.2.8', attributes: {}, foreign: 'none', content: ['note+'] },
  note: {
    section: '4.2.2.9',
    attributes: { id: 'nmtoken', appliesTo: 'source|target', category: 'text', priority: 'priority' },
    foreign: 'any',
    content: 'characters',
  },
  originalData: { section: '4.2.2.10', attributes: {}, foreign: 'none', content: ['data+'] },
  data: {
    section: '4.2.2.11',
    attributes: { id: 'nmtoken!', dir: DIRECTION, ...SPACE },
    foreign: 'none',
    content: 'code',
  },
  source: {
    section: '4.2.2.12',
    attributes: { 'xml:lang': 'language', ...SPACE },
    foreign: 'none',
    content: 'inline',
  },
  target: {
    section: '4.2.2.13',
    attributes: { 'xml:lang': 'language', order: 'positive', ...SPACE },
    foreign: 'none',
    content: 'inline',
  },
  cp: { section: '4.2.3.1', attributes: { hex: 'hex!' }, foreign: 'none', content: 'empty' },
  ph: {
    section: '4.2.3.2',
    attributes: { id: 'nmtoken!', ...ONE_CODE },
    foreign: 'format',
    content: 'empty',
  },
  pc: {
    section: '4.2.3.3',
    attributes: {
      id: 'nmtoken!',
      ...EDITING,
      canOverlap: YES_NO,
      dir: DIRECTION,
      dataRefStart: 'nmtoken',
      dataRefEnd: 'nmtoken',
      dispStart: 'text',
      dispEnd: 'text',
      equivStart: 'text',
      equivEnd: 'text',
      subFlowsStart: 'nmtokens',
      subFlowsEnd: 'nmtokens',
    },
    foreign: 'format',
    content: 'inline',
  },
  sc: {
    section: '4.2.3.4',
    attributes: { id: 'nmtoken!', ...ONE_CODE, canOverlap: YES_NO, dir: DIRECTION, isolated: YES_NO },
    foreign: 'format',
    content: 'empty',
  },
  ec: {
    section: '4.2.3.5',
    attributes: {
      id: 'nmtoken',
      startRef: 'nmtoken',
      ...ONE_CODE,
      canOverlap: YES_NO,
      dir: DIRECTION,
      isolated: YES_NO,
    },
    foreign: 'format',
    content: 'empty',
  },
  mrk: {
    section: '4.2.3.6',
    attributes: { id: 'nmtoken!', ...ANNOTATION },
    foreign: 'any',
    content: 'inline',
  },
  sm: { section: '4.2.3.7', attributes: { id: 'nmtoken!', ...ANNOTATION }, foreign: 'any', content: 'empty' },
  em: { section: '4.2.3.8', attributes: { startRef: 'nmtoken!' }, foreign: 'none', content: 'empty' },
}

/** The modules of XLIFF 2.0 (chapter 5). */
export const MODULE_RULES: Readonly<Record<string, ElementRule>> = {
  'mtc:matches': { section: '5.1.5.1', attributes: {}, foreign: 'none', content: ['mtc:match+'] },
  'mtc:match': {
    section: '5.1.5.2',
    attributes: {
      id: 'nmtoken',
      matchQuality: 'percent',
      matchSuitability: 'percent',
      origin: 'text',
      ref: 'text!',
      reference: YES_NO,
      similarity: 'percent',
      type: 'am|mt|icm|idm|tb|tm|other|ebm|ice',
      subType: 'prefixed',
      // 5.1.5.2: "xml:lang MUST NOT be set".
      'xml:lang': 'forbidden',
    },
    foreign: 'any',
    content: ['mda:metadata?', 'originalData?', 'source', 'target', 'other*'],
  },
  'gls:glossary': { section: '5.2.4.1', attributes: {}, foreign: 'none', content: ['gls:glossEntry+'] },
  'gls:glossEntry': {
    section: '5.2.4.2',
    attributes: { id: 'nmtoken', ref: 'text' },
    foreign: 'any',
    content: ['gls:term', 'other*'],
  },
  'gls:term': { section: '5.2.4.3', attributes: { source: 'text' }, foreign: 'any', content: 'characters' },
  'gls:translation': {
    section: '5.2.4.4',
    attributes: { id: 'nmtoken', ref: 'text', source: 'text' },
    foreign: 'any',
    content: 'characters',
  },
  'gls:definition': {
    section: '5.2.4.5',
    attributes: { source: 'text' },
    foreign: 'any',
    content: 'characters',
  },
  'mda:metadata': {
    section: '5.4.4.1',
    attributes: { id: 'nmtoken' },
    foreign: 'none',
    content: ['mda:metaGroup+'],
  },
  'mda:metaGroup': {
    section: '5.4.4.2',
    attributes: { id: 'nmtoken', category: 'text', appliesTo: 'source|target|ignorable' },
    foreign: 'none',
    content: ['mda:metaGroup|mda:meta+'],
  },
  'mda:meta': { section: '5.4.4.3', attributes: { type: 'text!' }, foreign: 'none', content: 'characters' },
  'res:resourceData': {
    section: '5.5.5.1',
    attributes: {},
    foreign: 'none',
    content: ['res:resourceItemRef|res:resourceItem+'],
  },
  'res:resourceItemRef': {
    section: '5.5.5.2',
    attributes: { id: 'nmtoken', ref: 'nmtoken!' },
    foreign: 'any',
    content: 'empty',
  },
  'res:resourceItem': {
    section: '5.5.5.3',
    attributes: { id: 'nmtoken', mimeType: 'text', context: YES_NO },
    foreign: 'any',
    content: ['res:source?', 'res:target?', 'res:reference*'],
  },
  'res:source': {
    section: '5.5.5.4',
    attributes: { href: 'text', 'xml:lang': 'language' },
    foreign: 'any',
    content: 'anything',
  },
  'res:target': {
    section: '5.5.5.5',
    attributes: { href: 'text', 'xml:lang': 'language' },
    foreign: 'any',
    content: 'anything',
  },
  'res:reference': {
    section: '5.5.5.6',
    attributes: { href: 'text!', 'xml:lang': 'language' },
    foreign: 'any',
    content: 'empty',
  },
  'ctr:changeTrack': { section: '5.6.4.1', attributes: {}, foreign: 'none', content: ['ctr:revisions+'] },
  'ctr:revisions': {
    section: '5.6.4.2',
    attributes: { appliesTo: 'nmtoken!', ref: 'nmtoken', currentVersion: 'nmtoken' },
    foreign: 'any',
    content: ['ctr:revision+'],
  },
  'ctr:revision': {
    section: '5.6.4.3',
    attributes: { author: 'text', datetime: 'text', version: 'nmtoken', checksum: 'text' },
    foreign: 'any',
    content: ['ctr:item+'],
  },
  'ctr:item': { section: '5.6.4.4', attributes: { property: 'text!' }, foreign: 'any', content: 'anything' },
  'slr:profiles': {
    section: '5.7.4.1',
    attributes: { generalProfile: 'text', storageProfile: 'text' },
    foreign: 'none',
    content: ['slr:normalization?', 'other*'],
  },
  'slr:normalization': {
    section: '5.7.4.2',
    attributes: { general: 'none|nfc|nfd', storage: 'none|nfc|nfd' },
    foreign: 'none',
    content: 'empty',
  },
  'slr:data': { section: '5.7.4.3', attributes: { profile: 'text!' }, foreign: 'any', content: 'anything' },
  'val:validation': { section: '5.8.4.1', attributes: {}, foreign: 'any', content: ['val:rule+'] },
  'val:rule': {
    section: '5.8.4.2',
    attributes: {
      isPresent: 'text',
      occurs: 'positive',
      isNotPresent: 'text',
      startsWith: 'text',
      endsWith: 'text',
      existsInSource: YES_NO,
      caseSensitive: YES_NO,
      normalization: 'none|nfc|nfd',
      disabled: YES_NO,
    },
    foreign: 'any',
    content: 'empty',
  },
}

/** Attributes of the two modules that consist of attributes (5.3.4 and 5.7.5). */
export const MODULE_ATTRIBUTES: Readonly<Record<string, string>> = {
  'fs:fs': 'html',
  'fs:subFs': 'subFs',
  'slr:storageRestriction': 'text',
  'slr:sizeRestriction': 'text',
  'slr:equivStorage': 'text',
  'slr:sizeInfo': 'text',
  'slr:sizeInfoRef': 'nmtoken',
}

import { EditError } from '../edit/edit-error.ts'
import type { Document, Entry } from '../format.ts'
import { locationNamed } from '../source/entry-locations.ts'
import { lazy } from '../source/lazy.ts'
import { eolOf } from '../source/line-ends.ts'
import { treeOf } from '../source/xml-document.ts'
import { type DraftElement, draftOf, draftXml } from '../source/xml-draft.ts'
import { indentOf, innerIndent, type XmlLayout, xmlLayoutOf } from '../source/xml-layout.ts'
import { styleFor, type XmlStyle } from '../source/xml-style.ts'
import { elementStartingAt, firstElement, parentOf, type XmlElement } from '../source/xml-tree.ts'
import { rawTexts, readXmlValue } from '../source/xml-value.ts'
import type { DraftPair, PlistPair } from './plist-pairs.ts'
import { lastPairs, plistPairs } from './plist-pairs.ts'
import {
  APPLE_STRINGSDICT,
  collectStringsdict,
  outermostDict,
  type StringsdictText,
  type StringsdictTexts,
  VALUE_TYPE_KEY,
} from './read-stringsdict.ts'

/**
 * A file while it is being edited: its pieces, and the location of each name in them. Only names that edits
 * use are searched.
 */
export type StringsdictSession = {
  readonly document: Document
  readonly top: DraftElement
  readonly dict: DraftElement
  /** The names that edits have used so far; null: no entry has the name, or no longer has it. */
  readonly locations: Map<string, StringsdictLocation | null>
  readonly keys: () => Map<string, KeyPairs>
  readonly doubles: () => StringsdictTexts['doubles']
  readonly layout: () => XmlLayout
  readonly style: (text: string) => XmlStyle
  /** Keys whose format is no translation: it was written with a new variable, or is kept because one needs it. */
  readonly ownFormats: Set<string>
  /** The format of a key in the model. */
  readonly modelFormat: (key: string) => string | undefined
  /** The value type of a new variable, such as `d` or `ld`. */
  readonly valueType: (key: string, variable: string) => string
}

export type KeyPairs = { pair: DraftPair; readonly variables: Map<string, DraftPair> }

/** The location of a text. */
export type StringsdictPosition = {
  readonly key: string
  /** Null for the format. */
  readonly variable: string | null
  readonly form: string | null
  readonly pair: DraftPair
  /** The dictionary with the pair. */
  readonly dict: DraftElement
}

export type StringsdictLocation = StringsdictPosition & {
  text: string
  /** Later texts with the same name. */
  readonly doubles: () => readonly StringsdictPosition[]
}

export function openStringsdict(document: Document, model: Document | null): StringsdictSession {
  const { text, encoding, entries } = document
  const tree = treeOf(document)
  const { table } = tree
  const dict = outermostDict(tree)
  if (dict === null) throw new EditError('not-whole', '')
  const top = draftXml(table)
  const own = model?.format === APPLE_STRINGSDICT ? model : null
  const modelTypes = lazy(() => (own === null ? new Map<string, string>() : valueTypesIn(own)))
  const usualType = lazy(() => valueTypeOf(text) ?? valueTypeOf(model?.text ?? '') ?? 'd')
  return {
    document,
    top,
    dict: draftOf(top, dict),
    locations: new Map(),
    keys: lazy(() => keysOf(top, dict)),
    doubles: lazy(() => collectStringsdict(tree).doubles),
    layout: lazy(() => layoutOf(dict, model)),
    style: styleFor(
      text,
      { references: new Map(), eol: eolOf(text) ?? '\n', charset: encoding.charset },
      () => rawTexts(table, entries),
    ),
    ownFormats: new Set(),
    modelFormat(key) {
      const entry = own?.entries.get(key)
      return entry?.unit === undefined ? entry?.text : undefined
    },
    valueType: (key, variable) => modelTypes().get(variableId(key, variable)) ?? usualType(),
  }
}

/** Returns the current location of a name; null if no entry has it. */
export function locationOf(session: StringsdictSession, name: string): StringsdictLocation | null {
  return locationNamed(session, name, (entry) => locationOfEntry(session, entry))
}

/** Returns the names and locations of all current texts of a key. */
export function locationsOfKey(
  session: StringsdictSession,
  key: string,
): readonly (readonly [string, StringsdictLocation])[] {
  for (const { name, path } of session.document.entries.values())
    if (path[0] === key) locationOf(session, name)
  return [...session.locations].filter(
    (named): named is [string, StringsdictLocation] => named[1]?.key === key,
  )
}

function locationOfEntry(
  { document, top, doubles }: StringsdictSession,
  { name, path, unit, text, span }: Entry,
): StringsdictLocation {
  const { table } = treeOf(document)
  const value = elementStartingAt(table, span.start)
  const dict = value === null ? null : parentOf(value)
  const pair =
    dict === null
      ? undefined
      : plistPairs(document.text, dict).pairs.find((each) => each.value.at === value?.at)
  if (dict === null || pair === undefined) throw new EditError('not-whole', '')
  return {
    key: String(path[0]),
    variable: unit === undefined ? null : String(unit.path.at(-1)),
    form: unit?.form ?? null,
    pair: draftPair(top, pair),
    dict: draftOf(top, dict),
    text,
    doubles: () => (doubles().get(name) ?? []).map((place) => positionOf(top, place)),
  }
}

function positionOf(top: DraftElement, { key, variable, pair }: StringsdictText): StringsdictPosition {
  return {
    key: key.name,
    variable: variable?.name ?? null,
    form: variable === null ? null : pair.name,
    pair: draftPair(top, pair),
    dict: draftOf(top, (variable ?? key).value),
  }
}

function draftPair(top: DraftElement, { key, value }: PlistPair): DraftPair {
  return { key: draftOf(top, key), value: draftOf(top, value) }
}

function keysOf(top: DraftElement, dict: XmlElement): Map<string, KeyPairs> {
  const { text } = dict.table
  const keys = new Map<string, KeyPairs>()
  for (const [name, pair] of lastPairs(plistPairs(text, dict).pairs)) {
    const inner = pair.value.name === 'dict' ? plistPairs(text, pair.value).pairs : []
    const variables = inner
      .filter(({ value }) => value.name === 'dict')
      .map((variable): [string, DraftPair] => [variable.name, draftPair(top, variable)])
    keys.set(name, { pair: draftPair(top, pair), variables: new Map(variables) })
  }
  return keys
}

/**
 * Returns the layout. Its indent is the step from the outermost dictionary to its keys, because that
 * dictionary itself can be unindented.
 */
function layoutOf(source: XmlElement, model: Document | null): XmlLayout {
  const fallback: XmlLayout = { eol: '\n', indent: stepOfModel(model) }
  const { eol } = xmlLayoutOf(source, fallback)
  const dict = draftOf(draftXml(source.table), source)
  if (firstElement(source) === null) return { eol, indent: fallback.indent }
  const inner = innerIndent(dict, fallback)
  const outer = dict.parent === null ? '' : (indentOf(dict, dict.parent) ?? '')
  return {
    eol,
    indent:
      inner.startsWith(outer) && inner.length > outer.length ? inner.slice(outer.length) : fallback.indent,
  }
}

function stepOfModel(model: Document | null): string {
  const match = /<dict>\s*?[\r\n]([ \t]*)<key>[^<]*<\/key>\s*?[\r\n][ \t]*<dict>\s*?[\r\n]([ \t]*)<key>/.exec(
    model?.text ?? '',
  )
  const [, outer = '', inner = ''] = match ?? []
  return inner.startsWith(outer) && inner.length > outer.length ? inner.slice(outer.length) : '  '
}

/** Returns the value types of all variables, by `variableId`. */
function valueTypesIn(document: Document): ReadonlyMap<string, string> {
  const types = new Map<string, string>()
  const dict = outermostDict(treeOf(document))
  const pairsIn = (element: XmlElement) =>
    element.name === 'dict' ? [...lastPairs(plistPairs(document.text, element).pairs)] : []
  if (dict === null) return types
  for (const [key, pair] of pairsIn(dict))
    for (const [variable, { value }] of pairsIn(pair.value)) {
      const type = pairsIn(value).find(([name]) => name === VALUE_TYPE_KEY)?.[1].value
      const text = type?.name === 'string' ? readXmlValue(document.text, type)?.trim() : undefined
      if (text) types.set(variableId(key, variable), text)
    }
  return types
}

function variableId(key: string, variable: string): string {
  return `${key}\n${variable}`
}

function valueTypeOf(text: string): string | null {
  return /<key>NSStringFormatValueTypeKey<\/key>\s*<string>([%\w]*)<\/string>/.exec(text)?.[1] ?? null
}

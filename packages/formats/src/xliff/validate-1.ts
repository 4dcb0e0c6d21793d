import type { Issue } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { localName } from '../source/inline-text.ts'
import {
  attributeOf,
  attributesOf,
  firstElement,
  nextElement,
  tagSpan,
  type XmlElement,
} from '../source/xml-tree.ts'

/**
 * The attributes and content of an element of XLIFF 1.2 (OASIS standard, 1 February 2008, chapter 2); from
 * other namespaces it can have everything.
 */
type Rule = {
  readonly attributes: ReadonlySet<string>
  readonly needed: readonly string[]
  readonly children: ReadonlySet<string> | null
}

const SIZES =
  'coord font css-style style exstyle maxwidth minwidth maxheight minheight maxbytes minbytes size-unit charclass reformat'
const RESOURCE = `datatype ts restype resname extradata extype help-id menu menu-option menu-name translate ${SIZES}`

const RULES: ReadonlyMap<string, Rule> = new Map([
  rule('xliff', 'version', '', 'file'),
  rule(
    'file',
    'original source-language datatype',
    'tool tool-id date ts category target-language product-name product-version build-num',
    'header body',
  ),
  rule('header', '', '', 'skl phase-group glossary reference count-group prop-group note tool'),
  rule('body', '', '', 'group trans-unit bin-unit'),
  rule(
    'group',
    '',
    `id merged-trans ${RESOURCE}`,
    'context-group count-group prop-group note group trans-unit bin-unit',
  ),
  rule(
    'trans-unit',
    'id',
    `approved phase-name merged-trans ${RESOURCE}`,
    'source seg-source target context-group count-group prop-group note alt-trans bin-source bin-target',
  ),
  rule('source', '', 'ts', null),
  rule(
    'target',
    '',
    'state state-qualifier phase-name ts restype resname coord font css-style style exstyle equiv-trans',
    null,
  ),
  rule('note', '', 'from priority annotates', ''),
])

function rule(
  name: string,
  needed: string,
  others: string,
  children: string | null,
): readonly [string, Rule] {
  const attributes = new Set(wordsOf(`${needed} ${others}`))
  return [
    name,
    { attributes, needed: wordsOf(needed), children: children === null ? null : new Set(wordsOf(children)) },
  ]
}

function wordsOf(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '')
}

/** 2.3: attributes with a fixed set of values. Custom values start with `x-`. */
const VALUES: ReadonlyMap<string, RegExp> = new Map([
  ['approved', /^(?:yes|no)$/],
  ['translate', /^(?:yes|no)$/],
  [
    'state',
    /^(?:x-.*|final|needs-(?:adaptation|l10n|review-adaptation|review-l10n|review-translation|translation)|new|signed-off|translated)$/,
  ],
  ['priority', /^(?:[1-9]|10)$/],
  ['annotates', /^(?:source|target|general)$/],
])

/**
 * Returns violations of XLIFF 1.2 around a document's texts, in the order of the file. These are warnings,
 * because the content is kept.
 */
export function validateXliff1(root: XmlElement, prefix: string): readonly Issue[] {
  const issues: Issue[] = []
  check(root)
  return issues

  function warn(code: FileIssueCode, span: Issue['span'], params: Issue['params'] & object): void {
    if (issues.length < FILE_LIMITS.warnings) issues.push({ code, severity: 'warning', span, params })
  }

  function check(element: XmlElement): void {
    const known = RULES.get(localName(element.name, prefix) ?? '')
    if (known === undefined || issues.length >= FILE_LIMITS.warnings) return
    checkAttributes(element, known)
    if (known.children === null) return
    for (let child = firstElement(element); child !== null; child = nextElement(child)) {
      const local = localName(child.name, prefix)
      // 2.5: elements of other namespaces can be nearly everywhere.
      if (local !== null && !known.children.has(local)) {
        warn('bad-tag', tagSpan(child), { found: `<${child.name}>` })
      } else check(child)
    }
  }

  function checkAttributes(element: XmlElement, known: Rule): void {
    for (const { name, value, start, end } of attributesOf(element)) {
      if (name === 'xmlns' || name.includes(':')) continue
      if (!known.attributes.has(name))
        warn('xliff-attribute-not-allowed', { start, end }, { attribute: name, tag: element.name })
      else if (VALUES.get(name)?.test(value) === false)
        warn('xliff-bad-value', { start, end }, { attribute: name, found: value })
    }
    // A unit without an id has no name, which is reported elsewhere.
    for (const name of known.needed) {
      if (name === 'id' || attributeOf(element, name) !== null) continue
      warn('missing-attribute', tagSpan(element), { tag: element.name, attribute: name })
    }
  }
}

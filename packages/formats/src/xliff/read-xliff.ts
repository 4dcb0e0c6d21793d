import {
  type EntryPath,
  type InlineSyntax,
  type Issue,
  inlineSyntax,
  isPlainKeyName,
  type Span,
} from '@dragoman/core'
import type { Document, Entry, View } from '../format.ts'
import type { FileIssueCode } from '../issue-codes.ts'
import { inlineText, localName } from '../source/inline-text.ts'
import { newEntry } from '../source/new-entry.ts'
import { sortIssues, warn as warnOf } from '../source/warnings.ts'
import { readXml, treeOf, wrongRoot } from '../source/xml-document.ts'
import { decodeXmlText } from '../source/xml-text.ts'
import {
  attributeOf,
  childElements,
  childNodes,
  elementAt,
  firstElement,
  tagSpan,
  type XmlElement,
  type XmlTree,
} from '../source/xml-tree.ts'
import type { Dialect } from './dialect.ts'
import { defaultSide, findUnits, textAt, type XliffLayout, type XliffText } from './find-units.ts'
import { validateXliff1 } from './validate-1.ts'
import { validateXliff2 } from './validate-2/validate-xliff-2.ts'
import { stateOf1, stateOf2 } from './work-state.ts'

/** A parsed document: its tree, the locations of its texts and its own settings. */
export type XliffSession = {
  readonly text: string
  readonly dialect: Dialect
  readonly root: XmlElement
  readonly syntax: InlineSyntax
  readonly layout: XliffLayout
  readonly side: View['side']
}

export type OpenedXliff = { readonly session: XliffSession | null; readonly issues: readonly Issue[] }

/** Reads a file of either generation; the texts are those of the view's side. */
export function readXliff(bytes: Uint8Array, dialect: Dialect, view?: View): Document {
  return readXml(dialect.id, bytes, view, (tree) => {
    const { session, issues: found } = openXliff(tree, dialect, view?.side)
    const issues = session !== null && found.length === 0 ? [...validateXliff(session)] : [...found]
    const entries = session === null ? new Map<string, Entry>() : collectEntries(session, issues)
    return { entries, issues: sortIssues(issues) }
  })
}

/** Returns violations of the specification, as warnings with their locations. */
function validateXliff({ text, dialect, root }: XliffSession): readonly Issue[] {
  return dialect.id === 'xliff-2' ? validateXliff2(text, root) : validateXliff1(root, rootPrefix(root))
}

/** Returns the prefix of the document's own element names. */
export function prefixOf(document: Document): string {
  const { root } = treeOf(document)
  return root === null ? '' : rootPrefix(root)
}

function rootPrefix({ name }: XmlElement): string {
  return name.slice(0, name.indexOf(':') + 1)
}

/** Opens a document; without a session if it is not XLIFF at all. */
export function openXliff(tree: XmlTree, dialect: Dialect, side?: View['side']): OpenedXliff {
  const { root } = tree
  if (root === null) return { session: null, issues: tree.issues }
  const prefix = rootPrefix(root)
  const version = attributeOf(root, 'version')
  const isOther = dialect.id === 'xliff-1' ? version?.startsWith('2') : !version?.startsWith('2')
  if (localName(root.name, prefix) !== 'xliff' || isOther)
    return { session: null, issues: [...tree.issues, wrongRoot(root, dialect.title)] }
  const layout = findUnits(root, prefix, dialect)
  const session: XliffSession = {
    text: tree.table.text,
    dialect,
    root,
    syntax: inlineSyntax(dialect, prefix),
    layout,
    side: side ?? defaultSide(layout),
  }
  return { session, issues: tree.issues }
}

/** Returns the element with a text in the view. */
export function valueElement(text: XliffText, side: View['side']): XmlElement | null {
  return side === 'source' ? text.source : text.target
}

/** Returns the location of a text or, if it is missing, the position where it would be written. */
function spanOf({ text: whole, side }: XliffSession, text: XliffText): Span {
  const value = valueElement(text, side)
  if (value !== null) return { start: value.start, end: value.end }
  const start = side === 'target' && text.source !== null ? text.source.end : text.holder.openEnd
  const next = whole.indexOf('<', start)
  return { start, end: next < 0 ? start : next }
}

/** Returns the text of an element, or null if it has content that cannot be part of one. */
export function textIn(session: XliffSession, element: XmlElement | null): string | null {
  if (element === null) return ''
  return inlineText(session.text, element, session.syntax)
}

function collectEntries(session: XliffSession, issues: Issue[]): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  const counts = new Map<FileIssueCode, number>()
  const warn = (code: FileIssueCode, span: Span, params: Readonly<Record<string, string>>) =>
    warnOf({ issues, counts }, code, span, params)
  // Names of texts that are not entries.
  const others = new Map<string, EntryPath>()
  const { dialect, side, layout } = session
  // In 2.x this is reported already.
  for (const at of dialect.id === 'xliff-1' ? layout.nameless : []) {
    const element = elementAt(layout.table, at)
    warn('missing-attribute', tagSpan(element), { tag: element.name, attribute: 'id' })
  }
  for (const location of layout.locations) {
    const text = textAt(layout, location)
    const name = text.path.join('.')
    if (!isPlainKeyName(name)) {
      warn('unusable-key', tagSpan(text.holder), {})
      continue
    }
    const rival = entries.get(name)?.path ?? others.get(name)
    if (rival !== undefined) {
      const isSame = rival.length === text.path.length && rival.every((part, i) => part === text.path[i])
      warn(
        isSame ? 'duplicate-key' : 'name-collision',
        tagSpan(text.holder),
        isSame ? { key: name } : { name },
      )
      continue
    }
    const shown = text.isKept ? null : textIn(session, valueElement(text, side))
    if (shown === null) {
      others.set(name, text.path)
      if (text.isKept) continue
      const tag = tagSpan(text.holder)
      warn('bad-tag', spanOf(session, text), {
        found: session.text.slice(tag.start, Math.min(tag.end, tag.start + 60)),
      })
      continue
    }
    const source = side === 'target' ? textIn(session, text.source) : null
    const state = side === 'target' && shown !== '' ? stateOf(text, dialect) : null
    const maxLength = dialect.id === 'xliff-1' ? maxLengthOf(text.unit) : null
    const extras = { source, state, comment: commentOf(session, text), maxLength }
    entries.set(name, newEntry(text.path, name, shown, spanOf(session, text), extras))
  }
  return entries
}

/** Returns the state of a translation in the file. */
export function stateOf(text: XliffText, dialect: Dialect) {
  if (dialect.id === 'xliff-2') return stateOf2(attributeOf(text.holder, 'state'))
  return text.target === null
    ? null
    : stateOf1(attributeOf(text.target, 'state'), attributeOf(text.unit, 'approved'))
}

/** Returns whether some translation of the document, also an empty one, has a marker of its state. */
export function marksStates(document: Document, dialect: Dialect): boolean {
  const { session } = openXliff(treeOf(document), dialect, document.view?.side)
  if (session === null || session.side === 'source') return false
  return session.layout.locations.some((location) => {
    const { unit, holder, target, isKept } = textAt(session.layout, location)
    if (isKept) return false
    if (dialect.id === 'xliff-2') return attributeOf(holder, 'state') !== null
    return (
      attributeOf(unit, 'approved') !== null || (target !== null && attributeOf(target, 'state') !== null)
    )
  })
}

/** Notes that tools keep for themselves: locations in the code and states (Symfony, Angular). */
const TOOL_NOTES: ReadonlySet<string | null> = new Set(['file-source', 'location', 'state'])

function commentOf({ text, dialect, syntax }: XliffSession, { unit }: XliffText): string {
  const parent = dialect.id === 'xliff-1' ? unit : firstElement(unit, `${syntax.prefix}notes`)
  if (parent === null) return ''
  const comments: string[] = []
  for (const note of childElements(parent, `${syntax.prefix}note`)) {
    if (TOOL_NOTES.has(attributeOf(note, 'category'))) continue
    let words = ''
    for (const child of childNodes(note)) {
      if (child.kind === 'text') words += decodeXmlText(text.slice(child.start, child.end))
      if (child.kind === 'cdata') words += text.slice(child.contentStart, child.contentEnd)
    }
    if (words.trim() !== '') comments.push(words.trim())
  }
  return comments.join('\n')
}

/**
 * Returns the maximum length by XLIFF 1.2, 2.3 `maxwidth`, which is in pixels unless `size-unit` states
 * otherwise.
 */
function maxLengthOf(unit: XmlElement): number | null {
  const width = attributeOf(unit, 'maxwidth')
  return width !== null && /^[1-9][0-9]{0,6}$/.test(width) && attributeOf(unit, 'size-unit') === 'char'
    ? Number(width)
    : null
}

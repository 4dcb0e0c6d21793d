import { append, isPlainKeyName } from '@dragoman/core'
import type { Document, Entry } from '../format.ts'
import { openIssueList } from '../source/issue-list.ts'
import { newEntry } from '../source/new-entry.ts'
import { readXml, wrongRoot } from '../source/xml-document.ts'
import {
  attributeOf,
  firstElement,
  nextElement,
  tagSpan,
  type XmlElement,
  type XmlTree,
} from '../source/xml-tree.ts'
import { readXmlValue } from '../source/xml-value.ts'

export const RESX = 'resx'

/** Reads a .NET resource file: the `<data>` elements with texts; everything else is kept. */
export function readResx(bytes: Uint8Array): Document {
  return readXml(RESX, bytes, undefined, collectResx)
}

export type ResxTexts = {
  readonly entries: ReadonlyMap<string, Entry>
  /** Later `<data>` with names of entries. */
  readonly doubles: ReadonlyMap<string, readonly XmlElement[]>
  /** Names of `<data>` that are not entries. */
  readonly taken: ReadonlySet<string>
  readonly issues: Document['issues']
}

export function collectResx(tree: XmlTree): ResxTexts {
  const file = tree.table.text
  const entries = new Map<string, Entry>()
  const doubles = new Map<string, XmlElement[]>()
  const taken = new Set<string>()
  const list = openIssueList(tree.issues)
  const { root } = tree
  if (root !== null && root.name !== 'root')
    return { entries, doubles, taken, issues: [...tree.issues, wrongRoot(root, 'resx')] }
  for (let data = root && firstElement(root, 'data'); data !== null; data = nextElement(data, 'data')) {
    const name = attributeOf(data, 'name')
    const span = tagSpan(data)
    if (name === null) {
      list.warn('missing-attribute', span, { tag: 'data', attribute: 'name' })
      continue
    }
    if (!hasText(data, name)) {
      taken.add(name)
      continue
    }
    const value = firstElement(data, 'value')
    const text = value === null ? null : textOf(file, data, value)
    if (value === null || text === null) {
      taken.add(name)
      list.warn(
        value === null ? 'expected-text' : 'not-a-text',
        span,
        value === null ? { wanted: '<value>' } : {},
      )
    } else if (!isPlainKeyName(name)) {
      taken.add(name)
      list.warn('unusable-key', span, {})
    } else if (entries.has(name)) {
      // The build (GenerateResource) keeps the first and ignores the others.
      list.warn('duplicate-key', span, { key: name })
      append(doubles, name, data)
    } else {
      entries.set(
        name,
        newEntry(
          [name],
          name,
          text,
          { start: value.start, end: value.end },
          { comment: commentOf(file, data) },
        ),
      )
    }
  }
  for (const name of entries.keys()) taken.delete(name)
  return { entries, doubles, taken, issues: list.all() }
}

/**
 * Returns whether an element has a text. Objects have a type or a MIME type; names with `>>` belong to the
 * form designer.
 */
function hasText(data: XmlElement, name: string): boolean {
  const type = attributeOf(data, 'type')
  const isString = type === null || /^System\.String(?:,|$)/.test(type)
  return isString && attributeOf(data, 'mimetype') === null && !name.startsWith('>>')
}

/** Returns the text. ResXResourceReader drops a value of only whitespace unless `xml:space` preserves it. */
function textOf(file: string, data: XmlElement, value: XmlElement): string | null {
  const text = readXmlValue(file, value)
  if (text === null || text.trim() !== '' || keepsSpace(value) || keepsSpace(data)) return text
  return /^[ \t\n\r]*$/.test(text) ? '' : text
}

function keepsSpace(element: XmlElement): boolean {
  return attributeOf(element, 'xml:space') === 'preserve'
}

function commentOf(file: string, data: XmlElement): string {
  const comment = firstElement(data, 'comment')
  return comment === null ? '' : (readXmlValue(file, comment) ?? '').trim()
}

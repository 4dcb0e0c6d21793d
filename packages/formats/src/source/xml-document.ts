import type { Issue } from '@dragoman/core'
import type { Document, View } from '../format.ts'
import { parseXml } from './parse-xml.ts'
import { unreadDocument } from './unread-document.ts'
import { decodeXml } from './xml-bytes.ts'
import { tagSpan, type XmlElement, type XmlTree } from './xml-tree.ts'

/** Trees found by reading, so that an edit does not have to parse the text again. */
const trees = new WeakMap<Document, XmlTree>()

/** Returns the tree of a document's text. */
export function treeOf(document: Document): XmlTree {
  const known = trees.get(document)
  if (known !== undefined) return known
  const tree = parseXml(document.text)
  trees.set(document, tree)
  return tree
}

/** Reads an XML file. `collect` returns what is in its tree, and is not called if its bytes cannot be decoded. */
export function readXml(
  format: string,
  bytes: Uint8Array,
  view: View | undefined,
  collect: (tree: XmlTree) => Pick<Document, 'entries' | 'issues'>,
): Document {
  const { text, encoding, issue } = decodeXml(bytes)
  const base = { format, text, encoding, ...(view === undefined ? {} : { view }) }
  if (issue !== null) return unreadDocument(base, issue)
  const tree = parseXml(text)
  const { entries, issues } = collect(tree)
  return withTree({ ...base, entries, issues }, tree)
}

/** Returns the issue of a file whose root element is that of another format. */
export function wrongRoot(root: XmlElement, format: string): Issue {
  return { code: 'not-this-format', severity: 'error', span: tagSpan(root), params: { format } }
}

/** Returns a document together with the tree it was read from. */
export function withTree(document: Document, tree: XmlTree): Document {
  trees.set(document, tree)
  return document
}

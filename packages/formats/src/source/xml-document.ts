import type { Document } from '../format.ts'
import { parseXml } from './parse-xml.ts'
import type { XmlTree } from './xml-tree.ts'

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

/** Returns a document together with the tree it was read from. */
export function withTree(document: Document, tree: XmlTree): Document {
  trees.set(document, tree)
  return document
}

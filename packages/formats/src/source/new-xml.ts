import { newDocument } from '../edit/new-file.ts'
import { type Document, isWhole } from '../format.ts'
import { eolLike } from './line-ends.ts'
import { parseXml } from './parse-xml.ts'
import { openTag } from './start-tag.ts'
import { childNodes, documentOf, tagSpan } from './xml-tree.ts'

/** The parts of a new file of a format if there is no model. */
export type NewXml = {
  readonly root: string
  /** Of the root, with a space before each. */
  readonly attributes: string
  readonly doctype: string | null
}

/**
 * Returns an XML document without content: with the declaration, document type and start tag of the model,
 * its encoding, line ends and final newline.
 */
export function newXmlDocument(
  format: string,
  model: Document | null,
  { root, attributes, doctype }: NewXml,
): Document {
  const whole = model !== null && isWhole(model) ? model : null
  const tree = whole === null ? null : parseXml(whole.text)
  const nodes = tree === null ? [] : childNodes(documentOf(tree.table))
  const eol = eolLike(whole?.text)
  const sample = tree?.root ?? null
  const slice = (span: { readonly start: number; readonly end: number } | null) =>
    span === null ? null : (whole?.text.slice(span.start, span.end) ?? null)
  const declaration = slice(nodes.find((node) => node.kind === 'instruction') ?? null)
  const type =
    slice(nodes.find((node) => node.kind === 'doctype') ?? null) ?? (whole === null ? doctype : null)
  const open = sample === null ? null : slice(tagSpan(sample))
  const start = openTag(open ?? `<${root}${attributes}>`)
  const lines = [
    declaration ?? (whole === null ? '<?xml version="1.0" encoding="utf-8"?>' : null),
    type,
    start,
    `</${root}>`,
  ]
  const text = lines.filter((line) => line !== null).join(eol)
  const endsOpen = whole !== null && !/[\r\n]\s*$/.test(whole.text)
  return newDocument(format, endsOpen ? text : `${text}${eol}`, { model: whole })
}

/**
 * The tags of an XML text as numbers: objects for all of them would take ten times the memory of the text.
 * Nodes are in the order of the text; characters between tags have no record, because they are the text
 * between the nodes.
 */
export type XmlTable = {
  readonly text: string
  nodes: Int32Array
  nodeCount: number
  attributes: Int32Array
  attributeCount: number
  /** End of the text that was read; nothing is known after it. */
  readEnd: number
}

/** Fields of a node. */
export const KIND = 0
export const START = 1
/** Of an element; for a CDATA section where its characters start. */
export const OPEN_END = 2
/** Of an element; for a CDATA section where its characters end. */
export const CLOSE_START = 3
export const END = 4
/** The first node after it that is not inside. */
export const NEXT = 5
/** The parent element, -1 for none. */
export const PARENT = 6
/** Its first attribute; the next node's first one follows its last. */
export const ATTRIBUTES = 7

/** Values of the field KIND: one of these, for elements with the length of the name above `NAME_SHIFT`. */
export const ELEMENT = 0
export const CDATA = 1
export const COMMENT = 2
export const INSTRUCTION = 3
export const DOCTYPE = 4
/** An end tag without a start. */
export const STRAY = 5
export const KIND_MASK = 7
/** In addition to ELEMENT: written as `<a/>`. */
export const SELF_CLOSING = 8
export const NAME_SHIFT = 4

/** Fields of an attribute. */
export const NAME_START = 0
export const NAME_END = 1
export const VALUE_START = 2
export const VALUE_END = 3

/** Creates a table with space for as many tags as the text has if the rest is like its start. */
export function newXmlTable(text: string): XmlTable {
  const expected =
    8 + Math.ceil((tagsIn(text.slice(0, SAMPLE)) * text.length) / Math.max(Math.min(text.length, SAMPLE), 1))
  const nodes = new Int32Array(expected * 8)
  return {
    text,
    nodes,
    nodeCount: 0,
    attributes: new Int32Array(expected * 4),
    attributeCount: 0,
    readEnd: text.length,
  }
}

const SAMPLE = 10_000

/** Returns the number of start tags, which are half of all tags. */
function tagsIn(sample: string): number {
  let count = 0
  for (let at = sample.indexOf('<'); at >= 0; at = sample.indexOf('<', at + 1)) count++
  return count / 2
}

export function nodeField(table: XmlTable, at: number, field: number): number {
  return table.nodes[at * 8 + field] ?? 0
}

export function setNodeField(table: XmlTable, at: number, field: number, value: number): void {
  table.nodes[at * 8 + field] = value
}

export function attributeField(table: XmlTable, at: number, field: number): number {
  return table.attributes[at * 4 + field] ?? 0
}

/** Appends a node; `attributes` is the index of its first attribute. */
export function pushNode(
  table: XmlTable,
  kind: number,
  start: number,
  end: number,
  parent: number,
  attributes: number,
): number {
  const at = table.nodeCount++
  const from = at * 8
  if (from + 8 > table.nodes.length) table.nodes = growArray(table.nodes)
  const { nodes } = table
  nodes[from] = kind
  nodes[from + START] = start
  nodes[from + OPEN_END] = end
  nodes[from + CLOSE_START] = end
  nodes[from + END] = end
  nodes[from + NEXT] = at + 1
  nodes[from + PARENT] = parent
  nodes[from + ATTRIBUTES] = attributes
  return at
}

export function pushAttribute(
  table: XmlTable,
  nameStart: number,
  nameEnd: number,
  valueStart: number,
  valueEnd: number,
): void {
  const from = table.attributeCount++ * 4
  if (from + 4 > table.attributes.length) table.attributes = growArray(table.attributes)
  const { attributes } = table
  attributes[from] = nameStart
  attributes[from + NAME_END] = nameEnd
  attributes[from + VALUE_START] = valueStart
  attributes[from + VALUE_END] = valueEnd
}

function growArray(old: Int32Array): Int32Array {
  const larger = new Int32Array(old.length + (old.length >> 1) + 64)
  larger.set(old)
  return larger
}

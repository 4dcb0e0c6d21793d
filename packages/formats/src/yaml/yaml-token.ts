import { CST } from 'yaml'

// Start and end of the parts of the library's syntax tree, which only has the start of each token.

/** Returns the position of the first character of an item other than whitespace, comments and line ends. */
export function startOfItem({ start, key, sep, value }: CST.CollectionItem): number | null {
  for (const token of start) if (!BLANK.has(token.type)) return token.offset
  if (key) return startOfToken(key)
  for (const token of sep ?? []) if (!BLANK.has(token.type)) return token.offset
  return value ? startOfToken(value) : null
}

const BLANK: ReadonlySet<string> = new Set(['space', 'comment', 'newline', 'comma'])

export function startOfToken(token: CST.Token): number {
  if (token.type === 'block-map' || token.type === 'block-seq') {
    const first = token.items[0]
    return first === undefined ? token.offset : (startOfItem(first) ?? token.offset)
  }
  return token.offset
}

export function endOfCollectionItem({ start, key, sep, value }: CST.CollectionItem): number {
  let end = 0
  for (const token of start) if (!BLANK.has(token.type)) end = token.offset + token.source.length
  if (key) end = Math.max(end, endOfToken(key))
  for (const token of sep ?? []) if (!BLANK.has(token.type)) end = token.offset + token.source.length
  if (value) end = Math.max(end, endOfToken(value))
  return end
}

/**
 * Returns the position after the last character of a value. Block scalars end before their last line end, so
 * that their lines can be rewritten.
 */
export function endOfToken(token: CST.Token): number {
  switch (token.type) {
    case 'block-map':
    case 'block-seq': {
      let end = token.offset
      for (const item of token.items) end = Math.max(end, endOfCollectionItem(item))
      return end
    }
    case 'flow-collection':
      return endOfFlow(token)
    case 'block-scalar':
      return endOfBlockScalar(token)
    default:
      return 'source' in token ? token.offset + withoutBlankEnd(token.source).length : token.offset
  }
}

export function endOfFlow(token: CST.FlowCollection): number {
  const bracket = token.end.find((end) => end.type === 'flow-map-end' || end.type === 'flow-seq-end')
  if (bracket !== undefined) return bracket.offset + bracket.source.length
  let end = token.offset + token.start.source.length
  for (const item of token.items) end = Math.max(end, endOfCollectionItem(item))
  return end
}

function endOfBlockScalar(token: CST.BlockScalar): number {
  let start = token.offset
  let keeps = false
  for (const prop of token.props) {
    if (!('source' in prop)) continue
    start = prop.offset + prop.source.length
    if (prop.type === 'block-scalar-header') keeps = prop.source.includes('+')
  }
  const { source } = token
  if (keeps) return start + source.length - (/\r?\n$/.exec(source)?.[0].length ?? 0)
  const content = withoutBlankEnd(source)
  // Blank lines after it that are chomped are not its own; blanks at the end of its last line are.
  const line = /^[ \t]*/.exec(source.slice(content.length))?.[0] ?? ''
  if (content === '') {
    const header = token.props.findLast((prop) => 'source' in prop && prop.type !== 'newline')
    return header !== undefined && 'source' in header ? header.offset + header.source.length : start
  }
  return start + content.length + line.length
}

/** Returns the text of a scalar; errors were reported when the file was read. */
export function scalarText(token: CST.FlowScalar | CST.BlockScalar): string {
  if (token.type === 'scalar' && !token.source.includes('\n')) return withoutBlankEnd(token.source)
  return CST.resolveAsScalar(token, false, () => {})?.value ?? ''
}

export function isFlowScalar(token: CST.Token): token is CST.FlowScalar {
  return (
    token.type === 'scalar' ||
    token.type === 'single-quoted-scalar' ||
    token.type === 'double-quoted-scalar' ||
    token.type === 'alias'
  )
}

export function isEmptyScalar(token: CST.Token): boolean {
  return token.type === 'scalar' && token.source === ''
}

export function startOfLine(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

/** Returns the position after the line end of the line of `at`. */
export function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

/**
 * Returns the text without whitespace and line ends at its end; other Unicode whitespace is part of a text.
 */
export function withoutBlankEnd(text: string): string {
  let end = text.length
  while (end > 0 && isBlankCode(text.charCodeAt(end - 1))) end--
  return end === text.length ? text : text.slice(0, end)
}

function isBlankCode(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

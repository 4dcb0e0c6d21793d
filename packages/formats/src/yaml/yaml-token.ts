import { CST } from 'yaml'
import { readBlockScalar } from './block-scalar.ts'

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

export function endOfCollectionItem(text: string, { start, key, sep, value }: CST.CollectionItem): number {
  let end = 0
  for (const token of start) if (!BLANK.has(token.type)) end = token.offset + token.source.length
  if (key) end = Math.max(end, endOfToken(text, key))
  for (const token of sep ?? []) if (!BLANK.has(token.type)) end = token.offset + token.source.length
  if (value) end = Math.max(end, endOfToken(text, value))
  return end
}

/**
 * Returns the position after the last character of a value in the text of its file. Block scalars end before
 * their last line end, so that their lines can be rewritten.
 */
export function endOfToken(text: string, token: CST.Token): number {
  switch (token.type) {
    case 'block-map':
    case 'block-seq': {
      let end = token.offset
      for (const item of token.items) end = Math.max(end, endOfCollectionItem(text, item))
      return end
    }
    case 'flow-collection':
      return endOfFlow(text, token)
    case 'block-scalar':
      return readBlockScalar(text, token).end
    default:
      return 'source' in token ? token.offset + withoutBlankEnd(token.source).length : token.offset
  }
}

export function endOfFlow(text: string, token: CST.FlowCollection): number {
  const bracket = token.end.find((end) => end.type === 'flow-map-end' || end.type === 'flow-seq-end')
  if (bracket !== undefined) return bracket.offset + bracket.source.length
  let end = token.offset + token.start.source.length
  for (const item of token.items) end = Math.max(end, endOfCollectionItem(text, item))
  return end
}

/** Returns the text of a scalar of a file; errors were reported when the file was read. */
export function scalarText(text: string, token: CST.FlowScalar | CST.BlockScalar): string {
  if (token.type === 'block-scalar') return readBlockScalar(text, token).value
  if (token.type === 'scalar' && !token.source.includes('\n')) return withoutBlankEnd(token.source)
  const source = token.type === 'double-quoted-scalar' ? foldEscapedBreaks(token.source) : token.source
  const read = source === token.source ? token : { ...token, source }
  return CST.resolveAsScalar(read, false, () => {})?.value ?? ''
}

/**
 * Escapes the empty lines after an escaped line break, each of which is a line feed (YAML 1.2.2, 7.3.1); the
 * library folds the first into a space.
 */
function foldEscapedBreaks(source: string): string {
  if (!source.includes('\n')) return source
  return source.replace(
    /\\(?:\r?\n((?:[ \t]*\r?\n)+)[ \t]*|[\s\S])/g,
    (found: string, empty: string | undefined) =>
      empty === undefined ? found : '\\n'.repeat(empty.split('\n').length - 1),
  )
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

/** Whitespace and comments before an item: their end, and the last comment. */
export type Trivia = {
  readonly end: number
  /** The last comment, or the run of `//` lines that ends the trivia. */
  readonly last: { readonly start: number; readonly end: number } | null
  /** Whether the last comment is unclosed. */
  readonly isOpen: boolean
}

/** Skips whitespace and comments of both kinds. */
export function skipTrivia(text: string, from: number): Trivia {
  let at = from
  let last: { start: number; end: number } | null = null
  /** Whether `last` is a run of `//` lines, each alone on its line, that can continue. */
  let isRun = false
  let isOpen = false
  for (;;) {
    const code = text.charCodeAt(at)
    if (isBlank(code)) {
      at++
      continue
    }
    if (code !== 47) break
    const next = text.charCodeAt(at + 1)
    if (next === 47) {
      const end = lineEnd(text, at)
      if (isRun && last !== null && isOneLineBreak(text, last.end, at)) last.end = end
      else {
        isRun = startsLine(text, at)
        last = { start: at, end }
      }
      at = end
    } else if (next === 42) {
      const close = text.indexOf('*/', at + 2)
      isOpen = close < 0
      isRun = false
      last = { start: at, end: isOpen ? text.length : close + 2 }
      at = last.end
    } else break
  }
  return { end: at, last, isOpen }
}

/**
 * Returns the comment about the next item: on the lines directly above it, and not the `//` lines at the head
 * of the file.
 */
export function findAttachedComment(text: string, { end, last }: Trivia): Trivia['last'] {
  if (last === null || !startsLine(text, last.start) || !isOneLineBreak(text, last.end, end)) return null
  const isFileHead = last.start === 0 && text.startsWith('//') && text.slice(0, last.end).includes('\n')
  return isFileHead ? null : last
}

/**
 * Returns the start of the line if only whitespace precedes `at` on it, otherwise `at`; never before `from`.
 */
export function ownLineStart(text: string, at: number, from: number): number {
  let start = at
  while (start > from && isInlineBlank(text.charCodeAt(start - 1))) start--
  return start === from || isLineBreak(text.charCodeAt(start - 1)) ? start : at
}

/**
 * Returns the end of an item's part after its semicolon: a comment on the same line and the line break, if
 * nothing else follows on the line.
 */
export function tailEnd(text: string, from: number): number {
  let at = skipInlineBlanks(text, from)
  if (text.startsWith('//', at)) at = lineEnd(text, at)
  else if (text.startsWith('/*', at)) {
    const close = text.indexOf('*/', at + 2)
    if (close < 0 || lineEnd(text, at) < close) return from
    at = skipInlineBlanks(text, close + 2)
  }
  if (text.startsWith('\r\n', at)) return at + 2
  return at >= text.length || isLineBreak(text.charCodeAt(at)) ? Math.min(at + 1, text.length) : from
}

/** Returns a comment without its delimiters. Xcode's placeholder comment counts as empty. */
export function commentText(raw: string): string {
  const lines = raw.startsWith('/*')
    ? raw
        .slice(2, -2)
        .split(/\r\n|[\r\n]/)
        .map((line) => line.replace(/^\s*\*(?:\s|$)/, ''))
    : raw.split(/\r\n|[\r\n]/).map((line) => line.replace(/^\s*\/+/, ''))
  const text = lines
    .map((line) => line.trim())
    .join('\n')
    .trim()
  return /^No comment provided by engineer\.?$/.test(text) ? '' : text
}

export function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (isLineBreak(text.charCodeAt(at))) return at
  return text.length
}

function startsLine(text: string, at: number): boolean {
  let start = at
  while (start > 0 && isInlineBlank(text.charCodeAt(start - 1))) start--
  return start === 0 || isLineBreak(text.charCodeAt(start - 1))
}

/** Returns whether there are only blanks and exactly one line break between two positions. */
function isOneLineBreak(text: string, start: number, end: number): boolean {
  return /^[ \t]*(?:\r\n|[\r\n])[ \t]*$/.test(text.slice(start, Math.min(end, start + 300)))
}

function skipInlineBlanks(text: string, from: number): number {
  let at = from
  while (isInlineBlank(text.charCodeAt(at))) at++
  return at
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0x2028 || code === 0x2029
}

function isInlineBlank(code: number): boolean {
  return code === 32 || code === 9
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13
}

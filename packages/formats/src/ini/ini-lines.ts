import { readIniValue } from './ini-value.ts'

/** As many lines as a quoted value may take; the longest in use have a dozen. */
const MOST_VALUE_LINES = 100

/** The end of a value that may go over several lines if a mark opens it: none of them may look like something of its own. */
export function valueEnd(text: string, start: number, lineStop: number): number {
  const end = trimEnd(text, start, lineStop)
  const mark = text[start]
  if ((mark !== '"' && mark !== '`') || start === end) return end
  const rest = text.slice(start + 1, end)
  if (rest.includes(mark) && !isOnlyEscaped(rest)) return end
  let at = afterBreak(text, lineStop)
  for (let lines = 1; lines < MOST_VALUE_LINES && at < text.length; lines++) {
    const stop = lineEnd(text, at)
    const line = text.slice(at, stop)
    if (isOwnLine(line)) return end
    const last = trimEnd(text, at, stop)
    if (text[last - 1] === mark && last > at) return isWhole(text.slice(start, last)) ? last : end
    at = afterBreak(text, stop)
  }
  return end
}

/** Whether every quote on an opening line is written `\"`, so that it does not close. */
function isOnlyEscaped(rest: string): boolean {
  return !/(?:^|[^\\])["`]/.test(rest)
}

function isWhole(raw: string): boolean {
  return readIniValue(raw).quote !== ''
}

/** Whether a line cannot be the middle of a text: blank, a comment, a heading, an item whose key has nothing of a sentence with marks. */
function isOwnLine(line: string): boolean {
  return /^\s*(?:$|[;#]|[^"'`<>=\\]*=|\[[^\]]*\]\s*$)/.test(line)
}

export function lineEnd(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) break
  }
  return at
}

export function afterBreak(text: string, end: number): number {
  if (end >= text.length) return end
  return text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1
}

export function skipBlanks(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isBlank(text.charCodeAt(at))) at++
  return at
}

export function trimEnd(text: string, start: number, from: number): number {
  let end = from
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return end
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}

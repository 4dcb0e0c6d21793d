import type { EscapePart, PlaceholderPart } from '../part.ts'
import type { PieceRead } from './scan-vue.ts'

/** Reads `{name}`, `{0}` or `{'literal'}`, with spaces and line ends inside the braces. */
export function readBraces(text: string, start: number): PieceRead<PlaceholderPart | EscapePart> {
  BRACES.lastIndex = start
  const match = BRACES.exec(text)
  if (match === null) return readInvalid(text, start)
  const [whole, name, literal] = match
  const span = { start, end: start + whole.length }
  const part =
    name === undefined
      ? ({ kind: 'escape', text: whole, span, value: unescapeLiteral(literal ?? '') } as const)
      : ({
          kind: 'placeholder',
          text: whole,
          span,
          name,
          type: 'any',
          escaping: 'escaped',
          format: null,
        } as const)
  return { part, issue: null, end: span.end }
}

/** The compiler reads a carriage return before a line feed, and the separators of Unicode, as a line end. */
const BLANKS = String.raw`(?:[ \n\u2028\u2029]|\r\n)`
const NAME = String.raw`[A-Za-z_][\w$-]*|-?\d+`
const LITERAL = String.raw`'((?:[^'\\\n\u2028\u2029\r]|\r(?!\n)|\\[\\']|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{6})*)'`
const BRACES = new RegExp(String.raw`\{${BLANKS}*(?:(${NAME})|${LITERAL})${BLANKS}*\}`, 'y')

/**
 * Returns the issue of braces that are no placeholder. The rest of them is skipped if they close before
 * anything else starts.
 */
function readInvalid(text: string, start: number): PieceRead<never> {
  REST.lastIndex = start + 1
  const length = REST.exec(text)?.[0].length ?? 0
  const end = start + 1 + length
  if (text[end] === '}') {
    const span = { start, end: end + 1 }
    return { part: null, issue: { code: 'placeholder-invalid', severity: 'error', span }, end: end + 1 }
  }
  if (text[end] === '{' && text.slice(start + 1, end).trim() === '') {
    // `{{name}}` of other programs is one mistake, not three.
    const close = /\{[^{}|@]{0,200}\}\s?\}/y
    close.lastIndex = end
    const double = close.exec(text)
    if (double !== null) {
      const span = { start, end: end + double[0].length }
      return { part: null, issue: { code: 'placeholder-invalid', severity: 'error', span }, end: span.end }
    }
  }
  const span = { start, end }
  return { part: null, issue: { code: 'placeholder-unclosed', severity: 'error', span }, end }
}

const REST = /[^{}|@]*/y

function unescapeLiteral(literal: string): string {
  return literal.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{6})|(.))/g,
    (_, four: string | undefined, six: string | undefined, sign: string | undefined) => {
      if (sign !== undefined) return sign
      const code = Number.parseInt(four ?? six ?? '', 16)
      const isCharacter = code <= 0x10ffff && (code <= 0xd7ff || code >= 0xe000)
      return isCharacter ? String.fromCodePoint(code) : '\ufffd'
    },
  )
}

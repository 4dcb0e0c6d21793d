import { isAmbiguousPlain } from './resolve-plain.ts'
import { blockScalar } from './write-block.ts'

/** The position of a scalar, and the style of the file. */
export type ScalarPosition = {
  readonly isInFlow: boolean
  /** Indentation of the key or dash it belongs to. */
  readonly outer: string
  /** Indentation of the lines of a block scalar. */
  readonly indent: string
  readonly eol: string
  /** The kind of quotes that the file uses if they are needed. */
  readonly quote: '"' | "'"
}

/**
 * Returns `text` as a YAML scalar in the style of `was`, the previous scalar as written, or in the nearest
 * style that can store it.
 */
export function writeScalar(text: string, was: string, place: ScalarPosition): string {
  const first = was.charAt(0)
  if ((first === '|' || first === '>') && !place.isInFlow)
    return blockScalar(text, was, place) ?? quoteScalar(text, '"', was)
  if (first === '"') return quoteScalar(text, '"', was)
  if (first === "'") return quoteScalar(text, "'", was)
  return canBePlain(text, place.isInFlow) ? text : quoteScalar(text, place.quote, '')
}

/** Returns a text in single quotes if they are preferred and can store it, otherwise in double ones. */
export function quoteScalar(text: string, quote: '"' | "'", was: string): string {
  if (quote === "'" && !NEEDS_ESCAPE.test(text)) return `'${text.replaceAll("'", "''")}'`
  const isAscii = /\\[xuU]/.test(was) && !/[^\u0000-\u007f]/.test(was)
  return `"${escapeDouble(text, isAscii)}"`
}

/**
 * Whether a text can be unquoted, by YAML 1.2.2, 7.3.3, and stricter: any program for YAML 1.1 or 1.2 must
 * read exactly this text.
 */
export function canBePlain(text: string, isInFlow: boolean): boolean {
  if (text === '' || NEEDS_ESCAPE.test(text) || /^\s|\s$/.test(text)) return false
  if (/^[,[\]{}#&*!|>'"%@`]/.test(text) || /^[-?:](?:$|\s)/.test(text) || /^(?:---|\.\.\.)/.test(text))
    return false
  if (text.startsWith(':') || text.startsWith('?') || /:(?:\s|$)/.test(text) || /\s#/.test(text)) return false
  if (/^[-:?][,[\]{}]/.test(text)) return false
  if (isInFlow && (/[,[\]{}]/.test(text) || /^[-:?]/.test(text) || /:["']/.test(text))) return false
  return !isAmbiguousPlain(text)
}

/**
 * Characters that cannot be written directly on one line: line ends, control characters, byte order marks,
 * lone surrogates.
 */
const NEEDS_ESCAPE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]/u

const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\0', '\\0'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['\x1b', '\\e'],
])

function escapeDouble(text: string, isAscii: boolean): string {
  const pattern = isAscii
    ? /["\\\u0000-\u001f]|[^\u0000-\u007e]/gu
    : /["\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]/gu
  return text.replace(pattern, (char) => SHORT.get(char) ?? hexEscape(char.codePointAt(0) ?? 0))
}

function hexEscape(code: number): string {
  const hex = code.toString(16).toUpperCase()
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

import { isTooLongToDecode } from '../limits/limits.ts'
import { openPhp, type RawString, readRawString } from './php-cursor.ts'

/**
 * Returns the text of a PHP string; null if it is not a literal, because it contains variables or invalid
 * bytes.
 */
export function decodePhp(raw: string, kind: RawString['kind']): string | null {
  switch (kind) {
    case 'single': {
      const inner = raw.slice(1, -1)
      return inner.includes('\\') ? inner.replace(/\\([\\'])/g, '$1') : inner
    }
    case 'double':
      return decodeEscapes(raw.slice(1, -1), true)
    case 'heredoc':
    case 'nowdoc': {
      const body = bodyOf(raw)
      if (body === null) return null
      return kind === 'nowdoc' ? body : decodeEscapes(body, false)
    }
  }
}

/**
 * Returns `text` as a PHP string in the style of `was`, or in the nearest one that can store it; an empty
 * `was` is a new string.
 */
export function encodePhp(text: string, was: string, quote: '"' | "'"): string {
  const first = was === '' ? quote : was.charAt(0)
  if (first === '<') {
    const raw = encodeHeredoc(text, was)
    if (raw !== null) return raw
  }
  if (first === "'" && (!NEEDS_DOUBLE.test(text) || isHeldAsItself(text, was))) return quoteSingle(text, was)
  return quoteDouble(text, was)
}

/** Quotes can contain line ends, but other programs change them; `\n` is safe. */
const NEEDS_DOUBLE = /[\u0000-\u001f\u007f]/

function isHeldAsItself(text: string, was: string): boolean {
  return was.includes('\n') && !was.includes('\r') && !/[\u0000-\u0009\u000b-\u001f\u007f]/.test(text)
}

function quoteSingle(text: string, was: string): string {
  const inner = was.slice(1, -1)
  const isSparing = /(?:^|[^\\])(?:\\\\)*\\[^\\']/.test(inner) && !inner.includes('\\\\')
  const escaped = isSparing ? text.replace(/\\(?=[\\']|$)/g, '\\\\') : text.replaceAll('\\', '\\\\')
  return `'${escaped.replaceAll("'", "\\'")}'`
}

function quoteDouble(text: string, was: string): string {
  const keepsLines = was.startsWith('"') && isHeldAsItself('', was) && !/\\n/.test(was)
  return `"${escapeDouble(text, keepsLines).replaceAll('"', '\\"')}"`
}

function escapeDouble(text: string, keepsLines: boolean): string {
  return text
    .replace(/[\\\u0000-\u001f\u007f]/g, (char) =>
      keepsLines && char === '\n' ? char : (SHORT.get(char) ?? hexEscape(char)),
    )
    .replace(/\$(?=[A-Za-z_{\u0080-\uffff])|\{(?=\$)/g, (char) => (char === '$' ? '\\$' : '\\x7B'))
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\x1b', '\\e'],
])

function hexEscape(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['v', '\v'],
  ['e', '\x1b'],
  ['f', '\f'],
  ['\\', '\\'],
  ['$', '$'],
])

/**
 * Decodes the escapes of double quotes (PHP manual, Strings). A backslash before anything else is a
 * backslash.
 */
function decodeEscapes(inner: string, isQuoted: boolean): string | null {
  if (isTooLongToDecode(inner) || !/[\\$]/.test(inner)) return inner
  let isLiteral = true
  const decoded = inner.replace(
    /\\(?:([0-7]{1,3})|x([\da-fA-F]{1,2})|u\{([\da-fA-F]+)\}|([\s\S]))|\$[A-Za-z_{\u0080-\uffff]|\{\$/g,
    (token, octal, hex, code, char) => {
      if (token[0] !== '\\') {
        isLiteral = false
        return token
      }
      if (typeof code === 'string') {
        const point = Number.parseInt(code, 16)
        if (point <= 0x10ffff)
          return point >= 0xd800 && point <= 0xdfff ? '\ufffd' : String.fromCodePoint(point)
        isLiteral = false
        return token
      }
      if (typeof char === 'string') return char === '"' && isQuoted ? '"' : (ESCAPES.get(char) ?? token)
      const byte =
        (typeof octal === 'string' ? Number.parseInt(octal, 8) : Number.parseInt(String(hex), 16)) & 0xff
      // Higher bytes are parts of characters.
      if (byte > 0x7f) isLiteral = false
      return String.fromCharCode(byte)
    },
  )
  return isLiteral ? decoded : null
}

/**
 * Returns the lines of a heredoc without the indentation of its last line (PHP 7.3); null if a line is
 * indented less.
 */
function bodyOf(raw: string): string | null {
  const start = raw.indexOf('\n') + 1
  const last = raw.lastIndexOf('\n')
  if (last < start) return ''
  const indent = /^[ \t]*/.exec(raw.slice(last + 1))?.[0] ?? ''
  const body = raw.slice(start, raw[last - 1] === '\r' ? last - 1 : last)
  if (indent === '') return body
  const lines = body.split('\n')
  if (lines.some((line) => !line.startsWith(indent) && line.trim() !== '')) return null
  return lines
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))
    .join('\n')
}

function encodeHeredoc(text: string, was: string): string | null {
  const head = was.slice(0, was.indexOf('\n') + 1)
  const foot = was.slice(was.lastIndexOf('\n') + 1)
  const indent = /^[ \t]*/.exec(foot)?.[0] ?? ''
  const isNowdoc = head.includes("'")
  // A carriage return alone ends a line for PHP, which then expects the label or the indentation.
  if (isNowdoc && /\r(?!\n)/.test(text)) return null
  const body = isNowdoc ? text : escapeDouble(text, true)
  const lines = body.split('\n').map((line) => (line === '' ? '' : indent + line))
  const raw = `${head}${lines.join('\n')}\n${foot}`
  // The label at the start of a line would end it early, so the result is read again.
  const cursor = openPhp(raw)
  const read = readRawString(cursor)
  return read !== null && read.end === raw.length && decodePhp(raw, read.kind) === text ? raw : null
}

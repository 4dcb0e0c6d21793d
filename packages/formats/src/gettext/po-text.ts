import { decodeUtf8 } from '../bytes/bytes.ts'
import { backslashTails, decodeCharset } from '../bytes/charset.ts'

/**
 * Returns the text of one quoted piece, given without its quotes. `badAt` is the position in `raw` of the
 * first invalid escape, which gettext refuses and which is kept here. Octal and hexadecimal escapes are bytes
 * in the file's charset.
 */
export function unescapePo(
  raw: string,
  charset: string,
): { readonly text: string; readonly badAt: number | null } {
  if (!raw.includes('\\')) return { text: raw, badAt: null }
  let badAt: number | null = null
  const text = raw.replaceAll(ESCAPE, (token: string, bytes: string | undefined, at: number) => {
    if (bytes !== undefined) return byteText(bytes, charset)
    const value = SHORT.get(token.slice(1))
    if (value === undefined) badAt ??= at
    return value ?? token
  })
  return { text, badAt }
}

/**
 * Escapes a text for quotes, character by character, because wrapping must not split an escape. `rawLike`
 * shows which characters are written unescaped.
 */
export function escapePo(text: string, rawLike: string, tails: ReadonlySet<string>): readonly string[] {
  const pieces: string[] = []
  for (const char of text) {
    const short = char === '\t' && rawLike.includes('\t') ? undefined : LONG.get(char)
    if (short !== undefined) pieces.push(short)
    else if ((char < ' ' || char === '\x7f') && !rawLike.includes(char))
      pieces.push(`\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`)
    else pieces.push(tails.has(char) ? `${char}\\` : char)
  }
  return pieces
}

/** Represents a backslash that only byte-wise readers need; a character that no text contains. */
export const DOUBLED = '\ufdd0'

/**
 * Handles files that double the backslash which is the second byte of a character in CP932, Big5 or GBK, for
 * programs that read bytes. Returns the text with `DOUBLED` instead of that backslash, and the characters
 * that must be followed by one; if the file has none, the same text and no characters.
 */
export function markDoubledBackslashes(
  text: string,
  charset: string,
): { readonly text: string; readonly tails: ReadonlySet<string> } {
  const tails = backslashTails(charset)
  if (tails.size === 0) return { text, tails }
  const class_ = [...tails].join('')
  let doubled = 0
  let single = 0
  let isProven = false
  const pattern = new RegExp(`^[ \\t]*#[^\\n]*|[${class_}](\\\\(?=([^\\n]{0,2})))?`, 'gm')
  for (const [match, backslash, rest = ''] of text.matchAll(pattern)) {
    if (match.length > 2 || /^[ \t#]/.test(match)) continue
    if (backslash === undefined) single++
    else doubled++
    // Not an escape, or a quote that would leave its line open.
    if (backslash !== undefined && /^(?:[^\\"abfnrtv0-7x]|"[ \t\r]?$|$)/.test(rest)) isProven = true
  }
  if (!isProven || doubled <= single) return { text, tails: NONE }
  return { text: text.replaceAll(new RegExp(`([${class_}])\\\\`, 'g'), `$1${DOUBLED}`), tails }
}

const NONE: ReadonlySet<string> = new Set()
const ESCAPE = /((?:\\(?:[0-7]{1,3}|x[0-9a-fA-F]+))+)|\\[\s\S]?/g

const SHORT: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\x07'],
  ['\\', '\\'],
  ['"', '"'],
])

const LONG: ReadonlyMap<string, string> = new Map([...SHORT].map(([letter, char]) => [char, `\\${letter}`]))

function byteText(escapes: string, charset: string): string {
  const bytes = Uint8Array.from(escapes.match(/x[0-9a-fA-F]+|[0-7]+/g) ?? [], (digits) =>
    // gettext reads all hexadecimal digits that follow, and keeps the last byte.
    digits.startsWith('x')
      ? Number.parseInt(digits.slice(1).slice(-2), 16)
      : Number.parseInt(digits, 8) & 0xff,
  )
  if (charset.startsWith('utf-')) return decodeUtf8(bytes)
  return decodeCharset(bytes, charset).text
}

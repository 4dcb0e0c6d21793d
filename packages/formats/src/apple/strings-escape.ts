// The text between the quotes of an old-style property list, as CoreFoundation reads it (CFOldStylePList.c).

import { isTooLongToDecode } from '../limits/limits.ts'
import { keptEnds } from '../source/kept-ends.ts'

/** A file's choices if several spellings are possible. */
export type StringsStyles = {
  /** Whether characters above U+007F are always written as `\Uxxxx`. */
  readonly asciiOnly: boolean
  readonly lineBreak: LineBreak
}

/** `\n`, a backslash before a line break, or the line break alone. */
export type LineBreak = 'escape' | 'backslash' | 'raw'

const TOKEN = /\\(?:[0-7]{1,3}|U[0-9a-fA-F]{1,4}|[\s\S])|[^\\]/g

/** Returns the text of a token without its quotes. */
export function unescapeStrings(inner: string): string {
  return inner.includes('\\') && !isTooLongToDecode(inner)
    ? inner.replace(/\\(?:[0-7]{1,3}|U[0-9a-fA-F]{1,4}|[\s\S])/g, tokenValue)
    : inner
}

export function stringsStylesOf(text: string): StringsStyles {
  const escapesForeign = /\\U[0-9a-fA-F]{1,4}/.test(text)
  return { asciiOnly: escapesForeign && !/[^\u0000-\u007f]/.test(text), lineBreak: 'escape' }
}

/** Returns `text` in quotes of the given kind. */
export function quoteStrings(text: string, quote: '"' | "'", styles: StringsStyles): string {
  return quote + escapeStrings(text, quote, styles) + quote
}

/**
 * Returns a quoted token with its text replaced by `text`: the unchanged parts at both ends keep their
 * escapes.
 */
export function requoteStrings(raw: string, text: string, file: StringsStyles): string {
  const quote = raw.startsWith("'") ? "'" : '"'
  const inner = raw.slice(1, -1)
  const tokens = inner.match(TOKEN) ?? []
  const { head, tail, start, end } = keptEnds(tokens.map(tokenValue), text)
  const styles: StringsStyles = {
    asciiOnly: file.asciiOnly || (/\\U[0-9a-fA-F]/.test(inner) && !/[^\u0000-\u007f]/.test(inner)),
    lineBreak: lineBreakOf(tokens) ?? file.lineBreak,
  }
  const middle = escapeStrings(text.slice(start, end), quote, styles)
  // A short escape must not absorb the digit that now follows it.
  const before = closeTokens(tokens.slice(0, head), middle === '' ? (tokens[tail] ?? '') : middle)
  return quote + before + middle + tokens.slice(tail).join('') + quote
}

function closeTokens(tokens: readonly string[], following: string): string {
  const last = tokens.at(-1) ?? ''
  const isOpen =
    (/^\\[0-7]{1,2}$/.test(last) && /^[0-7]/.test(following)) ||
    (/^\\U[0-9a-fA-F]{1,3}$/.test(last) && /^[0-9a-fA-F]/.test(following))
  return isOpen ? tokens.slice(0, -1).join('') + hexEscape(tokenValue(last)) : tokens.join('')
}

function lineBreakOf(tokens: readonly string[]): LineBreak | null {
  if (tokens.includes('\\n')) return 'escape'
  if (tokens.includes('\\\n') || tokens.includes('\\\r')) return 'backslash'
  return tokens.includes('\n') ? 'raw' : null
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
])

function tokenValue(token: string): string {
  if (token[0] !== '\\') return token
  const letter = token[1] ?? ''
  if (letter >= '0' && letter <= '7') return nextStepCharacter(Number.parseInt(token.slice(1), 8) & 255)
  if (token.length > 2) return String.fromCharCode(Number.parseInt(token.slice(2), 16))
  return SHORT.get(letter) ?? letter
}

/** An octal escape is a byte of the NeXTSTEP character set, whose upper half this is. */
const NEXTSTEP =
  '\u00a0ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêëìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ\ufffd\ufffd'

function nextStepCharacter(byte: number): string {
  return byte < 128 ? String.fromCharCode(byte) : (NEXTSTEP[byte - 128] ?? '\ufffd')
}

const LONG: ReadonlyMap<string, string> = new Map([...SHORT].map(([letter, char]) => [char, `\\${letter}`]))

function escapeStrings(text: string, quote: '"' | "'", styles: StringsStyles): string {
  const special = styles.asciiOnly ? /[\u0000-\u001f"'\\\u007f-\uffff]/g : /[\u0000-\u001f"'\\]/g
  return text.replace(special, (char) => {
    if (char === '\\' || char === quote) return `\\${char}`
    if (char === '"' || char === "'") return char
    if (char === '\n' && styles.lineBreak !== 'escape') return styles.lineBreak === 'raw' ? '\n' : '\\\n'
    return LONG.get(char) ?? hexEscape(char)
  })
}

function hexEscape(unit: string): string {
  return `\\U${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

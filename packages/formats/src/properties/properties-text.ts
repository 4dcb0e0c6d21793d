import { endsWithBackslash } from './scan-properties.ts'

/** How a file, or one value of it, writes what can be written in several ways. */
export type PropertiesStyle = {
  /** Characters up to this code stand in the file as themselves, others as `\uXXXX`. */
  readonly rawUpTo: number
  readonly upperHex: boolean
  /** Those of `=`, `:`, `#`, `!`, `'`, `"` that have a backslash although they need none. */
  readonly needless: ReadonlySet<string>
}

/** What Java reads from the raw text of a key or value. `badAt` is the place in `raw` of the first `\u` without its four digits. */
export function unescapeProperties(raw: string): { readonly text: string; readonly badAt: number | null } {
  if (!raw.includes('\\')) return { text: raw, badAt: null }
  let badAt: number | null = null
  const text = raw.replaceAll(ESCAPE, (token: string, hex: string | undefined, at: number) => {
    const value = escapeValue(token, hex)
    if (value === token) badAt ??= at
    return value
  })
  return { text, badAt }
}

/**
 * The raw value after it became `text`. Both ends that did not change keep their very characters, continuation lines included;
 * what is new stands on one line. `separated`: `=` or `:` precedes the value, so that it may itself begin with one.
 */
export function rewriteValue(raw: string, text: string, style: PropertiesStyle, separated: boolean): string {
  const own = mergeStyle(raw, style)
  const tokens: readonly { readonly raw: string; readonly value: string }[] = [...raw.matchAll(TOKEN)].map(([token, hex]) => ({
    raw: token,
    value: token.startsWith('\\') ? escapeValue(token, hex) : token,
  }))
  let head = 0
  let start = 0
  for (let token = tokens[head]; token !== undefined && text.startsWith(token.value, start); token = tokens[++head])
    start += token.value.length
  let tail = tokens.length
  let end = text.length
  for (let token = tokens[tail - 1]; tail > head && token !== undefined; token = tokens[--tail - 1]) {
    if (end - token.value.length < start || !text.endsWith(token.value, end)) break
    end -= token.value.length
  }
  const middle = escapeText(text.slice(start, end), own)
  const kept = tokens.slice(tail)
  let before = tokens.slice(0, head)
  if (middle === '' && kept.length === 0) while (before.at(-1)?.value === '') before = before.slice(0, -1)
  const rewritten = join(before) + middle + join(kept)
  const isExact = unescapeProperties(rewritten).text === text && !endsWithBackslash(rewritten, rewritten.length)
  return isExact && startsSafely(rewritten, separated) ? rewritten : quoteValue(text, own, separated)
}

/** `text` as a value on one line. Only its first blank has to be escaped, and what would be taken for a separator. */
export function quoteValue(text: string, style: PropertiesStyle, separated: boolean): string {
  const escaped = escapeText(text, style)
  return startsSafely(escaped, separated) ? escaped : `\\${escaped}`
}

export function quoteKey(key: string, style: PropertiesStyle): string {
  const escaped = escapeText(key, { ...style, needless: new Set([' ', '=', ':']) })
  return /^[#!]/.test(escaped) ? `\\${escaped}` : escaped
}

/** The habits found in the whole text of a file. `rawUpTo` says what its charset can hold. */
export function propertiesStyleOf(text: string, rawUpTo: number): PropertiesStyle {
  const hex = [...text.matchAll(/\\u([0-9a-fA-F]{4})/g)].map((match) => match[1] ?? '').filter((digits) => digits >= '0080')
  const raws = text.match(/[^\0-\x7f]/g)?.length ?? 0
  const needless = new Set<string>()
  for (const [, char = ''] of text.matchAll(/\\([#!'"=:])/g)) needless.add(char)
  for (const line of text.split(/[\r\n]+/)) {
    if (needless.size === 0) break
    const value = /^[ \t\f]*[#!]/.test(line) ? '' : line.replace(/^(?:\\.|[^=:\\])*[=:]/, '').replaceAll(/\\./g, '')
    for (const char of needless) if (value.includes(char)) needless.delete(char)
  }
  const joined = hex.join('')
  return {
    rawUpTo: hex.length > raws ? ASCII : rawUpTo,
    upperHex: /[A-F]/.test(joined) && (joined.match(/[A-F]/g)?.length ?? 0) > (joined.match(/[a-f]/g)?.length ?? 0),
    needless,
  }
}

const ASCII = 0x7f
const ESCAPE = /\\(?:\r\n|[\r\n]|$)[ \t\f]*|\\u([0-9a-fA-F]{4})|\\[\s\S]/g
const TOKEN = /\\(?:\r\n|[\r\n]|$)[ \t\f]*|\\u([0-9a-fA-F]{4})(?:(?<=\\u[dD][89abAB]..)\\u[dD][c-fC-F][0-9a-fA-F]{2})?|\\[\s\S]|[\s\S]/gu

const SHORT: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
])

/** What an escape stands for; the escape itself where Java would refuse it. */
function escapeValue(token: string, hex: string | undefined): string {
  if (hex !== undefined) return String.fromCharCode(...(token.match(/[0-9a-fA-F]{4}/g) ?? []).map((digits) => Number.parseInt(digits, 16)))
  const char = token.slice(1)
  if (char === '' || /^[\r\n]/.test(char)) return ''
  if (char === 'u') return token
  return SHORT.get(char) ?? char
}

function join(tokens: readonly { readonly raw: string }[]): string {
  return tokens.map((token) => token.raw).join('')
}

function startsSafely(raw: string, separated: boolean): boolean {
  return separated ? !/^[ \t\f]/.test(raw) : !/^[ \t\f=:]/.test(raw)
}

function mergeStyle(raw: string, file: PropertiesStyle): PropertiesStyle {
  const hex = [...raw.matchAll(/\\u([0-9a-fA-F]{4})/g)].map((match) => match[1] ?? '').filter((digits) => digits >= '0080')
  const hasRaw = /[^\0-\x7f]/.test(raw)
  const joined = hex.join('')
  const needless = new Set([...file.needless].filter((char) => !raw.replaceAll(/\\[\s\S]/g, '').includes(char)))
  for (const [, char = ''] of raw.matchAll(/\\([#!'"=:])/g)) needless.add(char)
  return {
    rawUpTo: hex.length > 0 && !hasRaw ? ASCII : file.rawUpTo,
    upperHex: /[a-fA-F]/.test(joined) ? /[A-F]/.test(joined) : file.upperHex,
    needless,
  }
}

const PLAIN = /^[ -[\]-~]*$/

function escapeText(text: string, style: PropertiesStyle): string {
  if (style.needless.size === 0 && PLAIN.test(text)) return text
  let out = ''
  for (const char of text) out += escapeCharacter(char, style)
  return out
}

function escapeCharacter(char: string, style: PropertiesStyle): string {
  const code = char.codePointAt(0) ?? 0
  if (style.needless.has(char)) return `\\${char}`
  if (char === '\\') return '\\\\'
  if (code === 10) return '\\n'
  if (code === 13) return '\\r'
  if (code === 9) return '\\t'
  if (code === 12) return '\\f'
  const isControl = code < 32 || (code >= 0x7f && code < 0xa0)
  if (!isControl && (code <= ASCII || code <= style.rawUpTo)) return char
  let out = ''
  for (let i = 0; i < char.length; i++) {
    const hex = char.charCodeAt(i).toString(16).padStart(4, '0')
    out += `\\u${style.upperHex ? hex.toUpperCase() : hex}`
  }
  return out
}

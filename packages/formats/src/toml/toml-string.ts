/**
 * Returns `text` as a TOML string in the style of `raw`, the string it replaces: its kind of quotes, escaped
 * or plain characters, direct line breaks or `\n`. If that kind cannot store the text, the nearest one that
 * can is used: escapes need double quotes.
 */
export function quoteToml(text: string, raw: string, eol: string): string {
  if (raw.startsWith("'''") && fitsLiteralBlock(text))
    return `'''${firstLineEnd(raw, text, eol)}${text.replaceAll('\n', eol)}'''`
  if (raw.startsWith('"""') || raw.startsWith("'''"))
    return `"""${firstLineEnd(raw, text, eol)}${escapeBlock(text, raw).replaceAll('\n', eol)}"""`
  if (raw.startsWith("'") && !/['\u0000-\u0008\u000a-\u001f\u007f]/.test(text)) return `'${text}'`
  return `"${escapeBasic(text, raw)}"`
}

/** Returns a key for TOML: bare if possible, else in the quotes of the style. */
export function quoteTomlKey(key: string, style: string): string {
  if (/^[A-Za-z0-9_-]+$/.test(key) && !/^["']/.test(style)) return key
  if (style.startsWith("'") && !/['\u0000-\u0008\u000a-\u001f\u007f]/.test(key)) return `'${key}'`
  return `"${escapeBasic(key, style)}"`
}

const CONTROL = /[\u0000-\u001f\u007f]/g
const SHORT: ReadonlyMap<string, string> = new Map([
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\f', '\\f'],
  ['\r', '\\r'],
])

/**
 * Returns a line end for a text that starts with a line break, because the first one after the quotes is
 * ignored.
 */
function firstLineEnd(raw: string, text: string, eol: string): string {
  return /^.{3}\r?\n/.test(raw) || text.startsWith('\n') ? eol : ''
}

function fitsLiteralBlock(text: string): boolean {
  return !/'''|'$|[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)
}

function escapeBasic(text: string, raw: string): string {
  const keepsTabs = raw.includes('\t')
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll(CONTROL, (char) => (char === '\t' && keepsTabs ? char : escapeControl(char)))
  return asciiOnly(escaped, raw)
}

function escapeBlock(text: string, raw: string): string {
  // A quote at the end would be read as one of those that close.
  const body = text.endsWith('"') ? text.slice(0, -1) : text
  const escaped = body
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', '""\\"')
    .replaceAll(CONTROL, (char) => (char === '\t' || char === '\n' ? char : escapeControl(char)))
  return asciiOnly(body === text ? escaped : `${escaped}\\"`, raw)
}

function escapeControl(char: string): string {
  return SHORT.get(char) ?? unicodeEscape(char)
}

/** Escapes characters beyond ASCII if the old text had only escaped ones. */
function asciiOnly(escaped: string, raw: string): string {
  if (!/\\[uU]/.test(raw) || /[^\u0000-\u007f]/.test(raw)) return escaped
  return escaped.replaceAll(/[^\u0000-\u007f]/gu, unicodeEscape)
}

function unicodeEscape(char: string): string {
  const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase()
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

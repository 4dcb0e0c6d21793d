/** How a value is written: bare, or between quotes that programs remove when they read the file. */
export type IniQuote = '' | '"' | "'" | '`' | '"""'

export type IniValue = { readonly quote: IniQuote; readonly text: string }

/**
 * Reads a value like go-ini and the profile functions of Windows: quotes around the whole value are removed,
 * and there are no escapes. `raw` has no spaces at its ends.
 */
export function readIniValue(raw: string): IniValue {
  const quote = quoteOf(raw)
  const inner = quote === '' ? raw : raw.slice(quote.length, -quote.length)
  return { quote, text: inner.includes('\r') ? inner.replaceAll(/\r\n?/g, '\n') : inner }
}

function quoteOf(raw: string): IniQuote {
  const first = raw.charCodeAt(0)
  const last = raw.length - 1
  if (first !== raw.charCodeAt(last) || last < 1) return ''
  if (first === 96) return '`'
  if (first === 39) return raw.indexOf("'", 1) === last ? "'" : ''
  if (first !== 34) return ''
  if (last > 4 && raw.startsWith('"""') && raw.endsWith('"""')) return '"""'
  return isWrapped(raw) ? '"' : ''
}

/**
 * Returns whether quotes at both ends belong together. `"Foo" or "bar"` is two quoted words; in `"Press
 * "Start" now"` and `"Press ""Start"" now"` the first inner quote opens something.
 */
function isWrapped(raw: string): boolean {
  const at = raw.indexOf('"', 1)
  if (at === raw.length - 1) return true
  if (at === 1) return raw[2] === '"' && raw.length > 4
  return raw[at + 1] === '"' || /[\s\\(=>[{:-]/.test(raw[at - 1] ?? '')
}

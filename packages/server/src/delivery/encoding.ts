export type Encoding = 'br' | 'gzip' | 'identity'

/** Browsers send only a few different headers, so each is parsed once. */
const known = new Map<string, Encoding>()
const KNOWN_MAX = 500

/** Returns the best encoding a reader accepts, by its `Accept-Encoding` header (RFC 9110 §12.5.3). */
export function encodingFor(header: string | string[] | undefined): Encoding {
  if (header === undefined || header === '') return 'identity'
  const text = typeof header === 'string' ? header : header.join(',')
  const found = known.get(text)
  if (found !== undefined) return found
  const encoding = chooseEncoding(text)
  if (known.size < KNOWN_MAX) known.set(text, encoding)
  return encoding
}

function chooseEncoding(header: string): Encoding {
  const weights = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...params] = item.split(';')
    const weight = params
      .map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1])
      .find((value) => value !== undefined)
    weights.set(name.trim(), weight === undefined ? 1 : Number(weight))
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const br = weightOf('br')
  const gzip = Math.max(weightOf('gzip'), weights.get('x-gzip') ?? 0)
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : 'identity'
}

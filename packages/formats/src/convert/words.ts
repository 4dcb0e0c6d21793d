/** A word of a file and the key that it belongs to; null: the file as a whole. */
export type OwnedWord = {
  readonly word: string
  readonly owner: string | null
  readonly start: number
  readonly end: number
  /** Start of the element or member around it. Absent: there is none. */
  readonly part?: number
}

/** A word, including escapes and references in it; escapes of other characters separate words. */
const TOKEN = /\\(?!u[\da-fA-F]{4})[\s\S]|((?:[\p{L}\p{N}\p{M}_]|\\u[\da-fA-F]{4}|&#?\w+;)+)/gu

/** Returns the words in a part of a file, with their positions. */
export function* wordsAt(
  text: string,
  start: number,
  end: number,
): Generator<Pick<OwnedWord, 'word' | 'start' | 'end'>> {
  for (const match of text.slice(start, end).matchAll(TOKEN)) {
    const [, raw] = match
    if (raw === undefined) continue
    const at = start + match.index
    const isPlain = !raw.includes('\\') && !raw.includes('&')
    for (const word of isPlain ? [raw] : wordsOf(unescapeText(raw)))
      yield { word, start: at, end: at + raw.length }
  }
}

/** Returns the words of an unescaped text. */
export function wordsOf(said: string): readonly string[] {
  return said.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []
}

function unescapeText(raw: string): string {
  return raw
    .replaceAll(/\\u([\da-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/&#x([\da-fA-F]{1,6});/g, (_, code: string) => characterOf(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d{1,7});/g, (_, code: string) => characterOf(Number(code)))
    .replaceAll(/&\w+;/g, ' ')
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}

import type { Span } from '@dragoman/core'
import iconv from 'iconv-lite'
import { concatBytes, hasSameBytes } from './bytes.ts'

/**
 * Charsets other than Unicode, for files that name theirs. All of them encode ASCII as ASCII and keep no
 * state between characters, so that a part of a file can be read and written alone.
 */

/**
 * Characters, by their position in the text, whose bytes in the file differ from those of the charset's
 * encoder.
 */
export type OddBytes = ReadonlyMap<number, Uint8Array>

export type CharsetText = {
  readonly text: string
  readonly odd: OddBytes
  /** Position of the first invalid byte. */
  readonly invalid: { readonly byte: number; readonly unit: number } | null
}

/** Returns the label of a charset in `Encoding`, by any of its names; null if unknown. */
export function charsetLabel(name: string): string | null {
  const key = name.toLowerCase().replaceAll('_', '-')
  const label =
    LABELS.get(key) ??
    (/^(?:iso-8859-(?:[1-9]|1[013-6])|koi8-[rtu]|big5(?:-hkscs)?|gb18030|viscii|georgian-ps)$/.test(key)
      ? key
      : null)
  if (label !== null) return label
  const codePage = /^(?:cp|windows-|win-?|ibm-?)(\d{3,4})$/.exec(key)?.[1] ?? ''
  if (/^125[0-8]$/.test(codePage)) return `windows-${codePage}`
  return OLD_CODE_PAGES.has(codePage) ? `cp${codePage}` : null
}

/** Decodes bytes so that `encodePieces` returns the same bytes again. `label` comes from `charsetLabel`. */
export function decodeCharset(bytes: Uint8Array, label: string): CharsetText {
  const text = decodeRaw(bytes, label)
  if (!text.includes(INVALID) && hasSameBytes(encodeRaw(text, label), bytes))
    return { text, odd: NO_ODD_BYTES, invalid: null }
  return decodeLineByLine(bytes, label)
}

/** Whether the charset has every character of the text. Unicode has all but lone surrogates. */
export function isEncodable(text: string, charset: string): boolean {
  if (/^[\0-\x7f]*$/.test(text)) return true
  if (/\p{Surrogate}/u.test(text)) return false
  if (charset.startsWith('utf-')) return true
  return !text.includes(INVALID) && decodeRaw(encodeRaw(text, charset), charset) === text
}

/** Returns the characters beyond ASCII that a charset has, as first and last of each run of code points. */
export function charsetRuns(charset: string): string {
  const known = runs.get(charset)
  if (known !== undefined) return known
  const found: string[] = []
  let last = -1
  for (const code of codesOf(charset)) {
    const character = String.fromCodePoint(code)
    if (code === last + 1) found.pop()
    else found.push(character)
    found.push(character)
    last = code
  }
  const joined = found.join('')
  runs.set(charset, joined)
  return joined
}

const runs = new Map<string, string>()
const BLOCK = 256
/** No charset except Unicode has characters beyond this. */
const LAST_CODE = 0x2ffff

/** Returns the code points beyond ASCII that a charset has, in order. */
function* codesOf(charset: string): Generator<number> {
  for (let start = 0x80; start <= LAST_CODE; start += BLOCK) {
    const codes = Array.from({ length: BLOCK }, (_, i) => start + i).filter(
      (code) => code < 0xd800 || code > 0xdfff,
    )
    const text = String.fromCodePoint(...codes)
    const again = Array.from(decodeRaw(encodeRaw(text, charset), charset), (character) =>
      character.codePointAt(0),
    )
    // Each missing character is replaced by another one, except for some that are replaced by two.
    for (const [i, code] of codes.entries()) {
      const isThere = again.length === codes.length ? again[i] === code : true
      if (isThere && isEncodable(String.fromCodePoint(code), charset)) yield code
    }
  }
}

/** Encodes text in one of these charsets; the caller checks for missing characters before (`isEncodable`). */
export function encodeCharset(text: string, label: string): Uint8Array {
  return encodeRaw(text, label)
}

/**
 * Returns the bytes of pieces of a file's text (`Span`) and new text between them: the pieces keep their
 * exact bytes.
 */
export function encodePieces(
  source: CharsetText,
  pieces: readonly (Span | string)[],
  label: string,
): Uint8Array {
  const parts: Uint8Array[] = []
  const places = [...source.odd.keys()]
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      parts.push(encodeRaw(piece, label))
      continue
    }
    let from = piece.start
    for (let i = firstFrom(places, piece.start); i < places.length; i++) {
      const at = places[i] ?? 0
      const raw = source.odd.get(at)
      if (at >= piece.end || raw === undefined) break
      parts.push(encodeRaw(source.text.slice(from, at), label), raw)
      from = at + ((source.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
    }
    parts.push(encodeRaw(source.text.slice(from, piece.end), label))
  }
  return concatBytes(parts)
}

/**
 * Returns two-byte characters whose second byte is a backslash, which readers that work byte by byte treat as
 * an escape.
 */
export function backslashTails(label: string): ReadonlySet<string> {
  const known = tails.get(label)
  if (known !== undefined) return known
  const found = new Set<string>()
  if (DOUBLE_BYTE.has(label)) {
    for (let lead = 0x81; lead < 0xff; lead++) {
      const char = decodeRaw(Uint8Array.of(lead, 0x5c), label)
      if (char.length === 1 && char !== INVALID) found.add(char)
    }
  }
  tails.set(label, found)
  return found
}

const INVALID = '\ufffd'
const LINE_FEED = 10
/**
 * Limit of bytes in lines that are decoded character by character, which is slow: real files have only a few
 * such lines.
 */
const ODD_LINES_BYTES = 500_000
const NO_ODD_BYTES: OddBytes = new Map()
const DOUBLE_BYTE: ReadonlySet<string> = new Set(['shift_jis', 'gbk', 'gb18030', 'big5', 'big5-hkscs'])
const OLD_CODE_PAGES: ReadonlySet<string> = new Set([
  '437',
  '720',
  '737',
  '775',
  '850',
  '852',
  '855',
  '857',
  '858',
  '860',
  '861',
  '862',
  '863',
  '864',
  '865',
  '866',
  '869',
  '874',
])
const tails = new Map<string, ReadonlySet<string>>()

const LABELS: ReadonlyMap<string, string> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['ascii', 'us-ascii'],
  ['us-ascii', 'us-ascii'],
  ['ansi-x3.4-1968', 'us-ascii'],
  ['iso8859-1', 'iso-8859-1'],
  ['latin1', 'iso-8859-1'],
  ['cp932', 'shift_jis'],
  ['windows-31j', 'shift_jis'],
  ['shift-jis', 'shift_jis'],
  ['sjis', 'shift_jis'],
  ['euc-jp', 'euc-jp'],
  ['eucjp', 'euc-jp'],
  ['cp936', 'gbk'],
  ['gbk', 'gbk'],
  ['gb2312', 'gbk'],
  ['euc-cn', 'gbk'],
  ['cp949', 'euc-kr'],
  ['euc-kr', 'euc-kr'],
  ['euckr', 'euc-kr'],
  ['cp950', 'big5'],
  ['tis-620', 'cp874'],
])

function decodeRaw(bytes: Uint8Array, label: string): string {
  if (label === 'iso-8859-1') return iconv.decode(bytes, 'binary')
  if (label === 'us-ascii') return iconv.decode(bytes, 'binary').replaceAll(/[\x80-\xff]/g, INVALID)
  return iconv.decode(bytes, label, { stripBOM: false })
}

function encodeRaw(text: string, label: string): Uint8Array {
  if (label === 'iso-8859-1') return iconv.encode(text, 'binary')
  if (label === 'us-ascii') return iconv.encode(text.replaceAll(/[^\0-\x7f]/g, '?'), 'binary')
  return iconv.encode(text, label)
}

/**
 * Decodes line by line, because most lines are plain; a line feed is never part of a longer character in any
 * of these charsets.
 */
function decodeLineByLine(bytes: Uint8Array, label: string): CharsetText {
  const lines: string[] = []
  const odd = new Map<number, Uint8Array>()
  let invalid: CharsetText['invalid'] = null
  let units = 0
  let looked = 0
  const known = new Map<number, Character>()
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, start)
    // A file with an invalid byte is never written, so the rest does not have to be exact.
    const end = feed < 0 || invalid !== null ? bytes.length : feed + 1
    const line = bytes.subarray(start, end)
    let text = decodeRaw(line, label)
    if (invalid === null && (text.includes(INVALID) || !hasSameBytes(encodeRaw(text, label), line))) {
      looked += line.length
      if (looked > ODD_LINES_BYTES) {
        invalid = { byte: start, unit: units }
        continue
      }
      text = ''
      for (let at = 0; at < line.length; ) {
        const { char, length, isOdd } = characterAt(line, at, label, known)
        if (char === INVALID) invalid ??= { byte: start + at, unit: units + text.length }
        if (isOdd) odd.set(units + text.length, line.subarray(at, at + length))
        text += char
        at += length
      }
    }
    lines.push(text)
    units += text.length
    start = end
  }
  return { text: lines.join(''), odd, invalid }
}

type Character = { readonly char: string; readonly length: number; readonly isOdd: boolean }

/** Returns the character at a position, found by attempts; `known` caches those with two bytes. */
function characterAt(bytes: Uint8Array, at: number, label: string, known: Map<number, Character>): Character {
  const lead = bytes[at] ?? 0
  if (lead < 0x80) return { char: String.fromCharCode(lead), length: 1, isOdd: false }
  const key = (lead << 8) | (bytes[at + 1] ?? 0)
  const before = known.get(key)
  if (before !== undefined) return before
  const found = tryCharacter(bytes, at, label)
  if (found.length <= 2 && found.char !== INVALID && at + 1 < bytes.length) known.set(key, found)
  return found
}

function tryCharacter(bytes: Uint8Array, at: number, label: string): Character {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    const raw = bytes.subarray(at, at + length)
    const char = decodeRaw(raw, label)
    if (char === '' || char.includes(INVALID)) continue
    // Longer than one character: only the first byte was wrong, and the rest is decoded separately.
    if (
      [...char].length > 1 &&
      length > 1 &&
      decodeRaw(bytes.subarray(at + 1, at + length), label) !== INVALID
    )
      break
    return { char, length, isOdd: !hasSameBytes(encodeRaw(char, label), raw) }
  }
  return { char: INVALID, length: 1, isOdd: true }
}

/** Returns the index of the first position at or after `start`; positions are in ascending order. */
function firstFrom(places: readonly number[], start: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((places[middle] ?? 0) < start) low = middle + 1
    else high = middle
  }
  return low
}

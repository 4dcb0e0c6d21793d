import type { DetailedFile } from '../convert/detailed-file.ts'
import type { Arbitraries, Floors } from '../laws/describe-laws.ts'

/** What the tests of all formats need of one, in the file with its id. */
export type FormatSample = {
  /** Where hostile text can be in a file, and what a file can have many of. */
  readonly hostile: HostileFile
  /** Files with all data that they can contain in addition to texts, for conversions. */
  readonly detailed: readonly DetailedFile[]
  /** The files of a small project, laid out as its developers would, with five texts in English and German. */
  readonly project: Readonly<Record<string, string | Uint8Array>>
  /** Generated files for the laws of editing, if the format has no test of its own for them. */
  readonly laws?: Arbitraries & { readonly floors?: Partial<Floors> }
}

/** A position for hostile text in a file of a format: at its start, inside a value, a name, a comment… */
export type Frame = { readonly name: string; readonly head: string; readonly tail: string }

/** A small piece that a file of the format can contain in large numbers; `i` counts them. */
export type Piece = { readonly name: string; readonly of: (i: number) => string }

/** Frames and pieces of one format; pieces are inserted into the first frame. */
export type HostileFile = { readonly frames: readonly Frame[]; readonly pieces: readonly Piece[] }

export const frame = (name: string, head: string, tail = ''): Frame => ({ name, head, tail })
export const piece = (name: string, of: (i: number) => string): Piece => ({ name, of })
export const BARE = frame('bare', '')

const JSON_FRAMES: readonly Frame[] = [
  frame('object', '{"a":"x",', '"z":"y"}'),
  BARE,
  frame('value', '{"a":"', '"}'),
  frame('name', '{"', '":"x"}'),
  frame('array', '{"a":["x",', '"y"]}'),
]
const JSON_PIECES: readonly Piece[] = [
  piece('entries', (i) => `"k${i}":"v",`),
  piece('entries on lines', (i) => `\n  "k${i}":"v",`),
  piece('one name', () => '"a":"b",'),
  piece('two names', (i) => `"k${i >> 1}":"b",`),
  piece('objects', (i) => `"k${i}":{"a":"b"},`),
  piece('objects of one name', () => '"o":{"a":"b"},'),
  piece('empty objects', (i) => `"k${i}":{},`),
  piece('numbers', (i) => `"k${i}":1,`),
  piece('arrays', (i) => `"k${i}":["a","b"],`),
  piece('dotted names', (i) => `"a.b.c${i}":"v",`),
  piece('names that collide', (i) => (i % 2 === 0 ? `"a.${i}":"v",` : `"a":{"${i - 1}":"v"},`)),
  piece('plural names', (i) => `"k${i}_one":"v","k${i}_other":"v",`),
  piece('integers as names', (i) => `"${i}":"v",`),
  piece('metadata', (i) => `"k${i}":"v","@k${i}":{"description":"d"},`),
  piece('metadata alone', (i) => `"@k${i}":{"description":"d"},`),
  piece('messages', (i) => `"k${i}":{"message":"v"},`),
  piece('comments', () => '/*x*/'),
  piece('lines of comments', () => '// x\n'),
  piece('long names', (i) => `"${'n'.repeat(400)}${i}":"v",`),
]

/** Of all dialects of JSON. */
export const JSON_FILE: HostileFile = { frames: JSON_FRAMES, pieces: JSON_PIECES }

/** Of an XML format, with its own frames and pieces. */
export const xmlFile = (
  head: string,
  tail: string,
  more: readonly Frame[],
  pieces: readonly Piece[],
): HostileFile => ({
  frames: [
    frame('root', head, tail),
    BARE,
    frame('comment', `${head}<!--`, `-->${tail}`),
    frame('tag', `${head}<x `, `/>${tail}`),
    ...more,
  ],
  pieces: [
    piece('elements', (i) => `<e${i % 7}/>`),
    piece('attributes', (i) => `<e a${i}="1"/>`),
    piece('comments', () => '<!--x-->'),
    piece('sections', () => '<![CDATA[x]]>'),
    piece('processing instructions', () => '<?x y?>'),
    ...pieces,
  ],
})

type Texts = readonly string[]

export const NAMES = ['title', 'pay', 'cart', 'till', 'help']
export const EN: Texts = ['Garden shop', 'Pay now', 'Basket', 'Checkout', 'Ask somebody']
export const DE: Texts = ['Gartenladen', 'Jetzt zahlen', 'Korb', 'Kasse', 'Jemanden fragen']

/** Returns a project with a file for each language. */
export function perLanguage(
  path: (language: string) => string,
  write: (texts: Texts, language: string) => string | Uint8Array,
): FormatSample['project'] {
  return { [path('en')]: write(EN, 'en'), [path('de')]: write(DE, 'de') }
}

export const each = (write: (name: string, at: number) => string, between = '') =>
  NAMES.map(write).join(between)
export const lines = (...all: readonly string[]) => `${all.join('\n')}\n`

/** Returns a `dragoman.json` for a format that cannot be detected from the files. */
export const configured = (pattern: string, format: string) => ({
  'dragoman.json': JSON.stringify({ sourceLanguage: 'en', files: [{ pattern, format }] }),
})

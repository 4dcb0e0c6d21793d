import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Document, type Format, isWhole, type View } from '../../src/index.ts'
import { identity, oneEdit, type Verdict } from '../laws/law.ts'
import { viewsOf } from '../laws/views.ts'

const FIXTURES = new URL('../fixtures/', import.meta.url)

/**
 * Reads damaged files of a format, each with different damage, determined by `seed`. The result is a document
 * or an error with a location: never an exception or a changed file. Files that are still whole are edited
 * too. Throws an error that names the seed, the round and the file.
 */
export function surviveDamage(format: Format, rounds: number, seed: number): void {
  const random = randomFrom(seed)
  const seeds = seedFiles(format.id)
  for (let round = 0; round < rounds; round++) {
    const bytes = damaged(seeds[random(seeds.length)] ?? new Uint8Array(), seeds, random)
    holds(format, bytes, `${format.id}, seed ${seed}, round ${round}`, random)
  }
}

function holds(format: Format, bytes: Uint8Array, where: string, random: Random): void {
  try {
    for (const view of viewsOf(format, bytes, 'de').slice(0, 3)) {
      const document = format.read(bytes, view)
      for (const { span } of document.issues) {
        if (span.start < 0 || span.end < span.start || span.end > document.text.length + 1)
          throw new Error(`an issue beyond the text: ${JSON.stringify(span)}`)
      }
      if (!isWhole(document)) continue
      if (!Buffer.from(format.edit(document, [])).equals(bytes))
        throw new Error('the bytes changed without an edit')
      for (const { span, name } of document.entries.values()) {
        if (span.start < 0 || span.end < span.start || span.end > document.text.length)
          throw new Error(`${name} stands beyond the text`)
      }
      const verdict = edited(format, { bytes, document, view }, random)
      if (verdict.kind === 'broken') throw new Error(verdict.how)
    }
  } catch (error) {
    throw new Error(
      `${where}: ${error instanceof Error ? error.message : String(error)}\n${Buffer.from(bytes).toString('base64')}`,
      {
        cause: error,
      },
    )
  }
}

type Whole = { readonly bytes: Uint8Array; readonly document: Document; readonly view: View | undefined }

/** Sets a text, or sets all texts to themselves, and returns the verdict. */
function edited(format: Format, { bytes, document, view }: Whole, random: Random): Verdict {
  const entry = [...document.entries.values()][random(document.entries.size)]
  if (entry === undefined || random(4) === 0) return identity(format, bytes, view)
  const text = TEXTS[random(TEXTS.length)] ?? ''
  // An entry with two values is changed in both, and the charset of a file without a declaration is guessed
  // from its text, so another text can change the guess.
  if (document.issues.length > 0 || !declaresCharset(document)) return { kind: 'held' }
  // Files that number the forms of a plural get missing forms together with the one that is set.
  if (format.languages === 'two' && (entry.unit?.plural ?? 'none') !== 'none') return { kind: 'held' }
  return oneEdit(format, bytes, entry, text, view)
}

/** Only PO files name a charset, and not all of them do. */
function declaresCharset({ format, text, encoding }: Document): boolean {
  return format !== 'gettext-po' || (encoding.charset === 'utf-8' && /charset=utf-8/i.test(text))
}

const TEXTS = [
  '',
  'x',
  'a b',
  ' a ',
  'one\ntwo',
  '"',
  "'",
  '\\',
  '<b>&amp;',
  '{0} %s',
  'ż😀',
  '#',
  ': ',
  '- a',
  '[',
  '\0',
  '\\n',
  'x'.repeat(200),
]

function seedFiles(id: string): readonly Uint8Array[] {
  const folder = new URL(`${id}/`, FIXTURES)
  if (!existsSync(folder)) return [new Uint8Array()]
  return readdirSync(folder).flatMap((name) =>
    readdirSync(new URL(`${name}/`, folder))
      .filter((part) => part.startsWith('input.'))
      .map((part) => new Uint8Array(readFileSync(new URL(`${name}/${part}`, folder)))),
  )
}

/** Bytes that have a meaning in syntaxes. */
const MARKS = Buffer.from('"\'`\\/<>&;{}[]()|=:#@%$,.-_!*?+~^\n\r\t \0\x80\xff', 'latin1')

function damaged(seed: Uint8Array, seeds: readonly Uint8Array[], random: Random): Uint8Array {
  let bytes = Buffer.from(seed)
  for (let times = 1 + random(4); times > 0; times--) {
    const at = random(bytes.length + 1)
    const length = random(Math.min(40, bytes.length - at + 1))
    const before = bytes.subarray(0, at)
    const after = bytes.subarray(at + length)
    const other = Buffer.from(seeds[random(seeds.length)] ?? seed)
    const from = random(other.length + 1)
    const insert = [
      Buffer.alloc(0),
      Buffer.from([MARKS[random(MARKS.length)] ?? 0]),
      Buffer.from([random(256), random(256)]),
      other.subarray(from, from + random(60)),
      Buffer.alloc(random(300), MARKS[random(MARKS.length)]),
    ][random(5)]
    bytes = Buffer.concat([before, insert ?? Buffer.alloc(0), after])
  }
  return new Uint8Array(bytes)
}

type Random = (below: number) => number

/** mulberry32. */
function randomFrom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return below <= 0 ? 0 : ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

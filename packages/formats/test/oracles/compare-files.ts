import fc from 'fast-check'
import { expect } from 'vitest'
import { sampleOf } from '../../../core/test/oracles/oracle-runs.ts'
import {
  type Document,
  EditError,
  type Entry,
  type Format,
  formatById,
  isWhole,
  type View,
} from '../../src/index.ts'

/** The texts that a program reads in a file, by their paths, or null if it refuses the file. */
export type Reading = ReadonlyMap<string, string> | null

export type Oracle = {
  readonly format: Format
  readonly view?: View
  /** Contents of files, most of them valid. */
  readonly files: fc.Arbitrary<string>
  /** New texts for an entry. */
  readonly texts: fc.Arbitrary<string>
  /** Reads the files, which have no byte order marks, with the program. */
  readonly readAll: (files: readonly string[]) => readonly Reading[]
  /** The name of an entry for the program. Absent: its path as JSON. */
  readonly idOf?: (entry: Entry) => string
  /** The text as the program returns it, if it differs from the one that is shown. */
  readonly textOf?: (entry: Entry, text: string) => string
  /** Returns whether the document is reported as one that the program refuses. Absent: it is not whole. */
  readonly isRefused?: (document: Document) => boolean
  /** Returns whether the documentation of the format explains the difference, before or after an edit. */
  readonly isExplained?: (difference: Difference) => boolean
  /** Whether the program does not list texts that are empty. */
  readonly ignoresEmpty?: boolean
  /** Whether only what is refused is compared, because the program does not know the format. */
  readonly ignoresTexts?: boolean
  /** The share of files that both read, of files that both refuse, and of edits of the former. */
  readonly floors?: { readonly read?: number; readonly refused?: number; readonly edited?: number }
}

export type Difference = {
  readonly file: string
  readonly document: Document
  readonly own: Reading
  readonly other: Reading
  /** What was edited to get this file. */
  readonly edit?: { readonly before: string; readonly path: string; readonly text: string }
}

export function formatOf(id: string): Format {
  const format = formatById(id)
  if (format === null) throw new Error(`no format ${id}`)
  return format
}

/** The ids of entries in another program, for formats whose names are the keys of nested objects. */
export function pathId(path: readonly (string | number)[]): string {
  return JSON.stringify(path)
}

/**
 * Reads generated files with our reader and another program, and compares: whether they accept the file, its
 * texts, and after setting one text, that the other program reads that text and all others unchanged.
 */
export function compareFiles(oracle: Oracle): void {
  const { files, edits, refusedEdits } = readCases(oracle)
  const answers = oracle.readAll([...files, ...edits].map(({ file }) => file))
  expect(answers.length).toBe(files.length + edits.length)
  const found: string[] = []
  const counts = { read: 0, refused: 0, edited: 0, refusedEdits, explained: 0 }
  const explained = new Set<number>()
  for (const [index, one] of files.entries()) {
    const difference = { ...one, other: answers[index] ?? null }
    if (isSame(difference, oracle)) counts[difference.other === null ? 'refused' : 'read'] += 1
    else if (oracle.isExplained?.(difference)) explained.add(index)
    else found.push(describe(difference))
  }
  counts.explained = explained.size
  for (const [index, { before, ...one }] of edits.entries()) {
    if (explained.has(before) || answers[before] === null) continue
    const difference = { ...one, other: answers[files.length + index] ?? null }
    if (isSame(difference, oracle)) counts.edited += 1
    else if (!oracle.isExplained?.(difference)) found.push(describe(difference))
  }
  expect(found.slice(0, 10), `${found.length} differences; ${JSON.stringify(counts)}`).toEqual([])
  const { read = 0.3, refused = 0.05, edited = 0.5 } = oracle.floors ?? {}
  expect(counts.read).toBeGreaterThan(files.length * read)
  expect(counts.refused).toBeGreaterThanOrEqual(files.length * refused)
  expect(counts.edited).toBeGreaterThan(counts.read * edited)
}

type Cases = {
  readonly files: readonly Difference[]
  /** The files after one edit; `before` is the index of the file. */
  readonly edits: readonly (Difference & { readonly before: number })[]
  readonly refusedEdits: number
}

/** Generates files, reads them and sets one text of each. */
function readCases(oracle: Oracle): Cases {
  const { format, view } = oracle
  const files: Difference[] = []
  const edits: (Difference & { readonly before: number })[] = []
  let refusedEdits = 0
  for (const { file, pick, text } of generate(oracle)) {
    const document = format.read(new Uint8Array(Buffer.from(file)), view)
    const own = readingOf(oracle, document)
    files.push({ file, document, own, other: null })
    const entry = [...document.entries.values()][pick % Math.max(1, document.entries.size)]
    if (entry === undefined || own === null) continue
    const bytes = editOf(() => format.edit(document, [{ kind: 'set', name: entry.name, text }]))
    if (bytes === null) {
      refusedEdits += 1
      continue
    }
    const path = idOf(oracle, entry)
    edits.push({
      before: files.length - 1,
      file: Buffer.from(bytes).toString(),
      document: format.read(bytes, view),
      own: new Map(own).set(path, oracle.textOf?.(entry, text) ?? text),
      other: null,
      edit: { before: file, path, text },
    })
  }
  return { files, edits, refusedEdits }
}

type Case = { readonly file: string; readonly pick: number; readonly text: string }

/** Returns files without byte order marks, a number that picks a text, and a new text. */
function generate({ files, texts }: Oracle): readonly Case[] {
  const cases = fc.record({
    file: files.map((file) => file.replace(/^\ufeff+/, '')),
    pick: fc.nat(),
    text: texts,
  })
  return sampleOf(cases.map((one) => JSON.stringify(one))).map((one): Case => JSON.parse(one))
}

function readingOf(oracle: Oracle, document: Document): Reading {
  if (oracle.isRefused?.(document) ?? !isWhole(document)) return null
  return new Map(
    [...document.entries.values()].map((entry) => [
      idOf(oracle, entry),
      oracle.textOf?.(entry, entry.text) ?? entry.text,
    ]),
  )
}

function idOf(oracle: Oracle, entry: Entry): string {
  return oracle.idOf?.(entry) ?? pathId(entry.path)
}

function isSame(
  { own: ours, other: theirs }: Difference,
  { ignoresEmpty = false, ignoresTexts = false }: Oracle,
): boolean {
  if (ours === null || theirs === null) return ours === theirs
  if (ignoresTexts) return true
  const [own, other] = ignoresEmpty ? [withoutEmpty(ours), withoutEmpty(theirs)] : [ours, theirs]
  return own.size === other.size && [...own].every(([path, text]) => other.get(path) === text)
}

function withoutEmpty(reading: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...reading].filter(([, text]) => text !== ''))
}

function describe({ file, document, own, other, edit }: Difference): string {
  const issues = document.issues.map(({ code, severity }) => `${severity} ${code}`).join(', ')
  const before =
    edit === undefined
      ? ''
      : `${JSON.stringify(edit.before)}\n  ${edit.path} := ${JSON.stringify(edit.text)}\n  `
  return `${before}${JSON.stringify(file)}\n  ours: ${shownOf(own, other)} ${issues}\n  other: ${shownOf(other, own)}`
}

/** Shows the texts that are different in another reading. */
function shownOf(reading: Reading, other: Reading): string {
  if (reading === null) return 'refused'
  const texts = [...reading].filter(([path, text]) => other?.get(path) !== text)
  return texts.length === 0
    ? 'read'
    : texts.map(([path, text]) => `${path} = ${JSON.stringify(text)}`).join('; ')
}

function editOf(run: () => Uint8Array): Uint8Array | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof EditError) return null
    throw error
  }
}

/**
 * Files of which one in three is damaged: pieces are inserted, left out, repeated, and the end is cut off. The
 * text up to a position stays as it is.
 */
export function damaged(
  files: fc.Arbitrary<string>,
  pieces: readonly string[],
  startIn: (file: string) => number = () => 0,
): fc.Arbitrary<string> {
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(3),
    kind: fc.constantFrom('insert', 'insert', 'leave out', 'leave out', 'repeat', 'cut'),
    piece: fc.constantFrom(...pieces),
  })
  const broken = fc
    .tuple(files, fc.array(damage, { minLength: 1, maxLength: 2 }))
    .map(([file, damages]) => file.slice(0, startIn(file)) + damages.reduce(apply, file.slice(startIn(file))))
  return fc.oneof({ weight: 2, arbitrary: files }, { weight: 1, arbitrary: broken })
}

function apply(
  file: string,
  { at, length, kind, piece }: { at: number; length: number; kind: string; piece: string },
): string {
  const chars = [...file]
  const start = Math.floor(at * chars.length)
  const head = chars.slice(0, start).join('')
  if (kind === 'insert') return head + piece + chars.slice(start).join('')
  if (kind === 'leave out') return head + chars.slice(start + 1 + length).join('')
  if (kind === 'cut') return head
  return head + chars.slice(start, start + 8).join('') + chars.slice(start).join('')
}

/** Texts of these pieces, and now and then any characters. */
export function textsOf(...pieces: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 7 }).map((all) => all.join('')),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  )
}

/** Returns a text with U+FFFD instead of halves of surrogate pairs, which no store can keep. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
}

export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text)
}

/** Calls a reader that throws for files it refuses. */
export function orNull(read: (file: string) => Reading): (files: readonly string[]) => readonly Reading[] {
  return (files) =>
    files.map((file) => {
      try {
        return read(file)
      } catch {
        return null
      }
    })
}

/**
 * Returns the texts in a value of nested objects and lists, by their paths. Left out are keys that no project
 * can have (docs/formats: `unusable-key`): empty ones, and those with NUL or half of a surrogate pair.
 */
export function textsIn(value: unknown, path: readonly (string | number)[] = []): Map<string, string> {
  const found = new Map<string, string>()
  if (typeof value === 'string') return found.set(pathId(path), value)
  if (typeof value !== 'object' || value === null) return found
  const items: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  for (const [key, item] of items) {
    if (key === '' || (typeof key === 'string' && (key.includes('\0') || hasLoneSurrogate(key)))) continue
    for (const [id, text] of textsIn(item, [...path, key])) found.set(id, text)
  }
  return found
}

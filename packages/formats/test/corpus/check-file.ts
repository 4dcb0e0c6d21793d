import { readFileSync } from 'node:fs'
import { tagFromPath } from '@dragoman/core'
import { type Document, type Entry, type Format, formatById, isWhole } from '../../src/index.ts'
import { identity, oneEdit, removeAndAdd, rename, type Verdict } from '../laws/law.ts'
import { viewsOf } from '../laws/views.ts'
import type { CorpusFolder } from './projects.ts'

export { CORPUS } from './files.ts'

export type FileOutcome =
  | { readonly kind: 'invalid'; readonly hasPlace: boolean }
  | {
      readonly kind: 'checked'
      readonly entries: number
      readonly tried: number
      readonly refused: ReadonlyMap<string, number>
      readonly broken: readonly string[]
    }

/**
 * How many texts of a file are checked, and the cost limit: large files get fewer texts in fewer languages.
 */
export type Sample = { readonly entries: number; readonly bytes: number }

/**
 * Checks the laws of a format against one real file: identity, one edit, remove and add, rename, in its
 * views, for entries spread over the file.
 */
export function checkFile(folder: CorpusFolder, path: string, sample: Sample): FileOutcome {
  const format = formatById(formatIdOf(folder, path))
  if (format === null) throw new Error(`The format of ${path} is not known`)
  const bytes = new Uint8Array(readFileSync(path))
  const broken: string[] = []
  if (folder.invalid?.test(path)) {
    const document = format.read(bytes)
    if (!isWhole(document)) return invalidOutcome(document)
    // If it can be edited nevertheless, it must have an issue with a location.
    if (!document.issues.some(({ span }) => span.end > span.start && span.end <= document.text.length))
      broken.push('no problem is reported')
  }
  const refused = new Map<string, number>()
  let entries = 0
  let tried = 0
  const affordable = sample.bytes / Math.max(1, bytes.length)
  const views = spread(viewsOf(format, bytes, languageOf(path)), Math.max(2, Math.ceil(affordable)))
  // A file with forty languages should not take forty times as long.
  const perView = Math.max(
    1,
    Math.min(
      sample.entries,
      Math.round(affordable / views.length),
      Math.ceil((sample.entries * 6) / views.length),
    ),
  )
  for (const view of views) {
    const note = (verdict: Verdict, law: string) => {
      if (verdict.kind === 'broken')
        broken.push(`${view ? `${view.language} ${view.side}: ` : ''}${law}: ${verdict.how}`)
      if (verdict.kind === 'refused')
        refused.set(`${law}: ${verdict.code}`, (refused.get(`${law}: ${verdict.code}`) ?? 0) + 1)
    }
    const document = format.read(bytes, view)
    const knowing = readingOnce(format, bytes, document)
    note(identity(knowing, bytes, view), 'identity')
    if (broken.length > 0) break
    entries += document.entries.size
    for (const [i, entry] of spread([...document.entries.values()], perView).entries()) {
      tried++
      note(oneEdit(knowing, bytes, entry, newText(entry, document, i), view), 'one edit')
      if (i % 4 === 0) note(removeAndAdd(knowing, bytes, entry, view), 'remove and add')
      if (i % 4 === 2) note(rename(knowing, bytes, entry, view), 'rename')
    }
  }
  return { kind: 'checked', entries, tried, refused, broken }
}

/**
 * The laws read the untouched file again for every entry. A document never changes, so one reading serves
 * them all.
 */
function readingOnce(format: Format, bytes: Uint8Array, document: Document): Format {
  return { ...format, read: (given, view) => (given === bytes ? document : format.read(given, view)) }
}

function invalidOutcome(document: Document): FileOutcome {
  const error = document.issues.find((issue) => issue.severity === 'error')
  return {
    kind: 'invalid',
    hasPlace: error !== undefined && !isWhole(document) && error.span.end <= document.text.length,
  }
}

function formatIdOf(folder: CorpusFolder, path: string): Format['id'] {
  return folder.others?.find((other) => other.files.test(path))?.format ?? folder.format
}

/** Returns the first language code among the parts of a path, from the file's name upwards. */
function languageOf(path: string): string {
  for (const part of path.split(/[/._-]/).reverse()) {
    const tag = tagFromPath(part)
    if (tag !== null && part.length <= 8) return tag
  }
  return 'en'
}

/** Returns the given number of elements, evenly distributed from the first on. */
function spread<T>(all: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, all.length / count)
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step)).slice(0, count)
}

/**
 * Texts that a careless writer breaks: quotes of both kinds, the escapes and the delimiters of all formats,
 * leading and trailing spaces, a line break.
 */
const HARD = [
  (text: string) => `${text} x`,
  () => 'It\'s a "test" \\ of \\n & <b>marks</b>; {0} %s $x # = | @ :',
  (text: string) => ` ${text}  `,
  () => 'two\nlines',
  () => '«żółć» 日本 😀',
  () => "'leading' quote, 100%, true, [x], - y, `z`",
]

function newText(entry: Entry, { encoding }: Document, i: number): string {
  const make = HARD[i % HARD.length] ?? HARD[0]
  const text = make?.(entry.text) ?? ''
  const isUnicode = encoding.charset.startsWith('utf')
  return isUnicode ? text : text.replaceAll(/[^ -~\n]/g, '?')
}

import { tagFromPath } from '@dragoman/core'
import { type FileMatch, type Format, matchFile, type View } from '@dragoman/formats'
import type { FileRow, FileSide } from '@dragoman/store'
import type { ListedFile } from './source-files.ts'

/** The texts of one language in one file: a part of the file that is merged with the catalog by itself. */
export type Place = {
  readonly path: string
  readonly language: string
  readonly namespace: string
  readonly side: FileSide
  /** Null: the store has not met it yet. */
  readonly row: FileRow | null
}

/** Which texts of the file a part is. */
export function viewOf({ language, side }: Pick<Place, 'language' | 'side'>): View {
  return { language, side }
}

export type PartsRequest = {
  readonly format: Format
  readonly path: string
  readonly match: FileMatch
  readonly bytes: Uint8Array
  /** What the store knows of the path. */
  readonly rows: readonly FileRow[]
  readonly sourceLanguage: string
  /** Languages the catalog has texts for, that the file may be without. */
  readonly wanted: Iterable<string>
  /** Where files hold source texts too: whether the texts to translate are read from this one. */
  readonly isCarrier: boolean
}

/**
 * The parts of a file. A part that is known stays one although the file may have nothing of it any more, so
 * that its end is merged too.
 */
export function partsOf({
  format,
  path,
  match,
  bytes,
  rows,
  sourceLanguage,
  wanted,
  isCarrier,
}: PartsRequest): readonly Place[] {
  const { namespace } = match
  const rowOf = (language: string) => rows.find((row) => row.language === language) ?? null
  const part = (language: string, side: FileSide): Place => ({
    path,
    language,
    namespace,
    side,
    row: rowOf(language),
  })
  const own = match.language ?? sourceLanguage
  switch (format.languages) {
    case 'one':
      return [part(own, 'target')]
    case 'two': {
      if (own === sourceLanguage) return [part(own, rowOf(own)?.side ?? sideOfSource(format, bytes, own))]
      return isCarrier ? [part(own, 'target'), part(sourceLanguage, 'source')] : [part(own, 'target')]
    }
    case 'many': {
      const languages = match.language === null ? languagesOfMany(format, bytes) : [match.language]
      if (
        isCarrier &&
        match.language !== null &&
        own !== sourceLanguage &&
        format.holdsSources?.(bytes) === true
      )
        languages.push(sourceLanguage)
      const all = new Set([...languages, ...rows.map((row) => row.language), ...wanted])
      // What the path says the file is of are its own texts, also those of the source language.
      return [...all].map((language) =>
        part(language, language === sourceLanguage && language !== match.language ? 'source' : 'target'),
      )
    }
    default:
      return format.languages satisfies never
  }
}

function languagesOfMany(format: Format, bytes: Uint8Array): string[] {
  const { source, targets } = format.languagesIn?.(bytes) ?? { source: null, targets: [] }
  return [source, ...targets].flatMap((written) => (written === null ? [] : (tagFromPath(written) ?? [])))
}

/**
 * The file of the source language may hold texts beside mere names (Symfony's `messages.en.xlf`), or be a
 * template that nobody translates: then the texts are those to translate.
 */
function sideOfSource(format: Format, bytes: Uint8Array, language: string): FileSide {
  let texts = 0
  const { entries } = format.read(bytes, { language, side: 'target' })
  for (const { text } of entries.values()) if (text !== '') texts += 1
  return entries.size > 0 && texts * 2 >= entries.size ? 'target' : 'source'
}

export type CarriersRequest = {
  readonly pattern: string
  /** With their sizes. */
  readonly listed: readonly ListedFile[]
  readonly rows: readonly FileRow[]
  readonly sourceLanguage: string
}

/**
 * Where files hold source texts beside their own, the file of a namespace that the texts to translate are
 * read from where no file is the source language's own: the one that was it before, else the largest, which
 * most likely has all of them. Keyed by namespace.
 */
export function carriersOf({
  pattern,
  listed,
  rows,
  sourceLanguage,
}: CarriersRequest): ReadonlyMap<string, string> {
  const carriers = new Map<string, string>()
  for (const row of rows)
    if (row.language === sourceLanguage && row.state !== 'missing') carriers.set(row.namespace, row.path)
  const found = listed.flatMap((file) => {
    const match = matchFile(pattern, file.path)
    return match === null ? [] : [{ ...file, ...match }]
  })
  const ownFiles = found.filter(({ language }) => (language ?? sourceLanguage) === sourceLanguage)
  const taken = new Set([...carriers.keys(), ...ownFiles.map(({ namespace }) => namespace)])
  const largest = new Map<string, number>()
  for (const { path, namespace, bytes } of found) {
    if (taken.has(namespace)) continue
    if (bytes <= (largest.get(namespace) ?? -1)) continue
    largest.set(namespace, bytes)
    carriers.set(namespace, path)
  }
  return carriers
}

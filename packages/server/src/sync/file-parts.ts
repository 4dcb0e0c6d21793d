import { tagFromPath } from '@dragoman/core'
import { type FileMatch, type Format, matchFile, type View } from '@dragoman/formats'
import type { FileRow, FileSide } from '@dragoman/store'
import type { ListedFile } from './source-files.ts'

/** The texts of one language in one file, which are merged with the catalog on their own. */
export type Place = {
  readonly path: string
  readonly language: string
  readonly namespace: string
  readonly side: FileSide
  /** Null: not in the store yet. */
  readonly row: FileRow | null
}

/** Returns which texts of the file a part includes. */
export function viewOf({ language, side }: Pick<Place, 'language' | 'side'>): View {
  return { language, side }
}

export type PartsRequest = {
  readonly format: Format
  readonly path: string
  readonly match: FileMatch
  readonly bytes: Uint8Array
  /** The store's rows for the path. */
  readonly rows: readonly FileRow[]
  readonly sourceLanguage: string
  /** Languages that the catalog has texts in, and the file can lack. */
  readonly wanted: Iterable<string>
  /** If files contain source texts too: whether these are read from this one. */
  readonly isCarrier: boolean
}

/**
 * Returns the parts of a file. A known part stays one even if the file no longer contains any of it, so that
 * its removal is merged too.
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
      // Texts in the language of the path are the file's own, even those of the source language.
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
 * Returns what the texts of the source language's file are: it can contain texts alongside mere names
 * (Symfony's `messages.en.xlf`), or be a template that no one translates, in which case its texts are the
 * sources.
 */
function sideOfSource(format: Format, bytes: Uint8Array, language: string): FileSide {
  let texts = 0
  const { entries } = format.read(bytes, { language, side: 'target' })
  for (const { text } of entries.values()) if (text !== '') texts += 1
  return entries.size > 0 && texts * 2 >= entries.size ? 'target' : 'source'
}

/**
 * Returns parts of translation files that source texts were read from, in namespaces that now have a file of
 * the source language, which takes over.
 */
export function displacedCarriers({
  pattern,
  listed,
  rows,
  sourceLanguage,
}: CarriersRequest): readonly FileRow[] {
  const isOwn = (path: string) => {
    const match = matchFile(pattern, path)
    return match !== null && (match.language ?? sourceLanguage) === sourceLanguage ? match.namespace : null
  }
  const known = rows.filter((row) => row.state !== 'missing').map(({ path }) => path)
  const found = listed.flatMap(({ path, bytes }) => (bytes > 0 ? [path] : []))
  const own = new Set([...known, ...found].map(isOwn))
  return rows.filter(
    (row) =>
      row.language === sourceLanguage &&
      row.side === 'source' &&
      own.has(row.namespace) &&
      isOwn(row.path) === null,
  )
}

export type CarriersRequest = {
  readonly pattern: string
  /** With their sizes. */
  readonly listed: readonly ListedFile[]
  readonly rows: readonly FileRow[]
  readonly sourceLanguage: string
}

/**
 * Returns, by namespace, the file that source texts are read from if files contain source texts alongside
 * translations and none is the source language's own: the one used before, else the largest, which most
 * likely has all of them.
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

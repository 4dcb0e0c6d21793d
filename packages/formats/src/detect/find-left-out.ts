import { formatById } from '../all.ts'
import type { Format } from '../format.ts'
import { languageInName } from '../paths/language-name.ts'
import { matchFile } from '../paths/path-pattern.ts'
import { isTestFolder } from './candidates.ts'
import type { SkippedFile } from './detection.ts'
import { familyOf } from './families.ts'
import type { FolderContent } from './folder-content.ts'
import { parentOf } from './merge-folders.ts'
import { type Reading, readingsOf } from './readings.ts'

/** A project's files in a folder, and the files that detection skipped among them. */
export type ConnectedFiles = {
  readonly pattern: string
  readonly format: string
  readonly skipped: readonly SkippedFile[]
}

export type LeftOutFiles = {
  /** Sorted by path. */
  readonly files: readonly SkippedFile[]
  /** Number of further files with paths like those of locale files, whose content was not read. */
  readonly unread: number
}

/**
 * Finds files outside all patterns of the folder that look like locale files, for the project of one pattern:
 * those that detection skipped among the project's own, and similar ones elsewhere. `others`: all
 * patterns that projects have connected there.
 */
export async function findLeftOut(
  { pattern, format, skipped }: ConnectedFiles,
  {
    paths,
    others,
    content,
  }: {
    readonly paths: readonly string[]
    readonly others: readonly string[]
    readonly content: FolderContent
  },
): Promise<LeftOutFiles> {
  const isOthers = (path: string) =>
    others.some((other) => other !== pattern && matchFile(other, path) !== null)
  const found = new Map<string, SkippedFile>()
  const matches = paths.flatMap((path) => {
    const match = matchFile(pattern, path)
    return match === null ? [] : [{ folder: parentOf(path), language: match.language }]
  })
  const folders = new Set(matches.map(({ folder }) => folder))
  for (const file of skipped) {
    // Files that match the pattern are read anyway, and reported with their state; a second file of a
    // language is not.
    const isRead = file.reason !== 'same-language-twice' && matchFile(pattern, file.path) !== null
    if (!isRead && !isOthers(file.path) && isMissed(file, folders)) found.set(file.path, file)
  }
  const own = formatById(format)
  const languages = new Set(matches.map(({ language }) => language))
  let heads = 0
  for (const path of paths) {
    const kind = familyOf(path)
    if (own === null || kind === null || !kind.family.formats.includes(own) || found.has(path)) continue
    if (
      matchFile(pattern, path) !== null ||
      isOthers(path) ||
      path.split('/').slice(0, -1).some(isTestFolder)
    )
      continue
    const reading = readingsOf(path, kind, languageInName).find(({ language }) => language !== null)
    if (reading === undefined || ++heads > HEADS_MAX) continue
    const isKnown = reading.layout === 'file-per-language' && languages.has(reading.language)
    if (looksLikeFormat(own, reading, { head: await content.head(path), isKnown }))
      found.set(path, { path, reason: 'other-place' })
  }
  return {
    files: [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    unread: Math.max(0, heads - HEADS_MAX),
  }
}

const HEADS_MAX = 300

/**
 * Returns whether people would miss a file: not one of other tools, nor one outside the locale folders that
 * names no language.
 */
function isMissed({ path, reason }: SkippedFile, folders: ReadonlySet<string>): boolean {
  if (reason === 'other-tool-file') return false
  return reason !== 'no-language' || folders.has(parentOf(path))
}

/**
 * Returns whether a file looks like the format. Extensions that many other files have need a clear beginning,
 * or that of a related format if the file is named by a language of the project.
 */
function looksLikeFormat(
  format: Format,
  { path, family }: Reading,
  { head, isKnown }: { readonly head: string; readonly isKnown: boolean },
): boolean {
  if (format.recognise(path, head).certainty >= (family.isCommon ? 2 : 1)) return true
  return isKnown && family.formats.some((relative) => relative.recognise(path, head).certainty >= 2)
}

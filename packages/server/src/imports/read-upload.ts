import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, type ImportPlacement, type PlannedFailure } from '@dragoman/contract'
import { compareTexts, namespaceProblem } from '@dragoman/core'
import {
  contentOfPath,
  type Format,
  formatById,
  formatFor,
  isWhole,
  lineColumnOf,
  type PathHints,
  recogniseFile,
  type View,
  viewsOfFile,
} from '@dragoman/formats'
import { requireTag } from '../areas/projects/require-tag.ts'
import { refusedField } from '../refused-field.ts'
import { chosenLanguage, type FileLanguage, isSameLanguage, languagesInProject } from './file-languages.ts'
import { listUploadedFiles, type UploadedFile } from './upload-files.ts'

/** One language of a file of an upload, not yet read. */
export type UploadPart = {
  readonly file: number
  readonly uploaded: UploadedFile
  readonly format: Format
  /** Of the project, as what the texts are imported. */
  readonly view: View
  /** Of the file: its language can have another name there, such as `de-DE` for `de`. */
  readonly fileView: View
  readonly namespace: string
  /** All languages of the file. */
  readonly languages: readonly string[]
  /** How the language was determined. */
  readonly reason: 'as-given' | 'by-file' | 'by-name'
  /** The source texts in a translation file: used for new keys only. */
  readonly newKeysOnly: boolean
  /** Whether the texts have those of the project's source language next to them. */
  readonly hasSources: boolean
  /**
   * Languages of the file that are imported with this one, which is the one its path or content names first.
   */
  readonly alongside: readonly string[]
  /** By language of the project, what the file calls it; only those with another name there. */
  readonly languageNames: Readonly<Record<string, string>>
}

export type UploadParts = {
  readonly parts: readonly UploadPart[]
  readonly failures: readonly PlannedFailure[]
}

export type UploadRequest = {
  readonly folder: string
  readonly placements: readonly ImportPlacement[]
  readonly sourceLanguage: string
  /** What the project has: paths are read as these if they can be. */
  readonly known: Required<Pick<PathHints, 'languages' | 'namespaces'>>
  /** Only the language that each file is for, without the source texts next to it. */
  readonly isAlone?: boolean
}

/**
 * Returns the files of an upload by namespace, with the source language first in each, and why others cannot
 * be imported. The source comes first because it defines which keys exist, and their order.
 */
export async function partsOfUpload(
  { folder, placements, sourceLanguage, known: { languages, namespaces }, isAlone = false }: UploadRequest,
  report: (done: number, total: number, detail: string | null) => void,
): Promise<UploadParts> {
  const placed = new Map(placements.map((placement) => [placement.file, placement]))
  const parts: UploadPart[] = []
  const failures: PlannedFailure[] = []
  const files = await listUploadedFiles(folder)
  const spellings = namespacesByPath(namespaces)
  const known = { languages, namespaces: new Set(spellings.keys()) }
  for (const [file, uploaded] of files.entries()) {
    report(file, files.length, uploaded.path)
    const placement = placed.get(file)
    if (placement?.leaveOut === true) continue
    try {
      const bytes = await readFile(join(folder, uploaded.stored))
      const of = partsOfFile({ file, uploaded, bytes, placement, sourceLanguage, known, spellings })
      parts.push(...(isAlone ? of.slice(0, 1) : of))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failures.push({
        file,
        path: uploaded.path,
        problem: { code: error.code, params: { ...paramsOf(error) } },
      })
    }
  }
  const rank = (part: UploadPart) => (part.view.language === sourceLanguage ? 0 : 1)
  parts.sort(
    (a, b) =>
      compareTexts(a.namespace, b.namespace) ||
      rank(a) - rank(b) ||
      compareTexts(a.uploaded.path, b.uploaded.path),
  )
  return { parts, failures }
}

type FileRequest = {
  readonly file: number
  readonly uploaded: UploadedFile
  readonly bytes: Uint8Array
  readonly placement: ImportPlacement | undefined
  readonly sourceLanguage: string
  readonly known: UploadRequest['known']
  /** Namespaces of the project by their names in paths. */
  readonly spellings: ReadonlyMap<string, string>
}

/** Returns namespaces by their names in paths, where accents are composed. One of exactly that name takes precedence. */
function namespacesByPath(names: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map([
    ...[...names].map((name) => [name.normalize('NFC'), name] as const),
    ...[...names].map((name) => [name, name] as const),
  ])
}

/**
 * Returns the language that the file is for first. Throws `unsupported-format`, `unreadable-file` (with line and
 * column) and `invalid-input` if language or namespace is unknown.
 */
function partsOfFile(request: FileRequest): UploadPart[] {
  const { file, uploaded, bytes, placement, sourceLanguage, known, spellings } = request
  const { path } = uploaded
  const format = formatOf(path, bytes, placement?.format)
  const { languages: projectLanguages } = known
  const place = contentOfPath(path, {
    ...known,
    ...languagesIn(format, bytes, { sourceLanguage, projectLanguages }),
  })
  const asked = placement?.language === undefined ? null : requireTag(placement.language, '/language')
  const views = viewsOfFile(format, bytes, { language: asked ?? place.language, sourceLanguage })
  const found = languagesInProject(views, {
    sourceLanguage,
    languages: projectLanguages,
    named: place.language,
  })
  const first = asked === null ? mainLanguage(found, place.language) : chosenLanguage(format, found, asked)
  const isUnnamed = asked === null && place.language === null && hasUnnamedTexts(format, bytes, views)
  if (first === null || isUnnamed) {
    // That a file cannot be read at all says more than that its language is unknown.
    requireWhole(format, bytes, path)
    throw refusedField('/language', 'unknown-language')
  }
  const namespace = placement?.namespace ?? spellings.get(place.namespace) ?? place.namespace
  const problem = namespaceProblem(namespace)
  if (problem !== null) throw refusedField('/namespace', problem)
  requireWhole(format, bytes, path, first.view)
  // Of a file with many languages, someone can choose one. The sources of a bilingual file belong to its translations.
  const isOfMany = format.languages === 'many'
  const isOfSources = ({ view, language }: FileLanguage) =>
    view.side !== first.view.side && language === sourceLanguage
  const others = found.filter((one) => (isOfMany ? asked === null : isOfSources(one)))
  const chosen = [first, ...others.filter(({ language }) => language !== first.language)]
  const isSourceView = ({ view, language }: FileLanguage) =>
    view.side === 'source' && language === sourceLanguage
  const all = [...found.filter(({ view }) => view.language !== first.view.language), first]
  const renamed = all.filter(({ view, language }) => view.language !== language)
  // Bilingual files are read and edited by side.
  const languageNames = Object.fromEntries(
    isOfMany ? renamed.map(({ view, language }) => [language, view.language]) : [],
  )
  const part = ({ view, language }: FileLanguage): UploadPart => ({
    file,
    uploaded,
    format,
    view: { ...view, language },
    fileView: isOfMany ? view : { ...view, language },
    namespace,
    languages: found.map((one) => one.language),
    reason: asked !== null ? 'as-given' : place.language === language ? 'by-name' : 'by-file',
    alongside:
      language === first.language
        ? chosen.flatMap((one) => (one.language === language ? [] : [one.language]))
        : [],
    newKeysOnly: !isOfMany && language !== first.language,
    languageNames,
    hasSources: view.side === 'target' && found.some(isSourceView),
  })
  return chosen.map(part)
}

/** The name of a file with several languages does not have to name one. */
function languagesIn(
  format: Format,
  bytes: Uint8Array,
  {
    sourceLanguage,
    projectLanguages,
  }: { readonly sourceLanguage: string; readonly projectLanguages: ReadonlySet<string> },
): Pick<PathHints, 'inFile'> {
  if (format.languages !== 'many') return {}
  const views = viewsOfFile(format, bytes, { language: null, sourceLanguage })
  if (views.length === 0) return {}
  const stated = views.map(({ language }) => language)
  const alike = [...projectLanguages].filter((known) => stated.some((tag) => isSameLanguage(tag, known)))
  return { inFile: new Set([...stated, ...alike]) }
}

/** Returns whether a bilingual file has translations, but names no language for them. */
function hasUnnamedTexts(format: Format, bytes: Uint8Array, views: readonly View[]): boolean {
  if (format.languages !== 'two' || views.some(({ side }) => side === 'target')) return false
  const { entries } = format.read(bytes)
  return [...entries.values()].some(({ text }) => text !== '')
}

function formatOf(name: string, bytes: Uint8Array, id: string | undefined): Format {
  const format = id === undefined ? recogniseFile(name, bytes)[0]?.format : formatById(id)
  if (format) return format
  const guess = formatFor(name)
  throw new Failure('unsupported-format', {
    name,
    reason: guess.format === null ? guess.reason : 'unknown-format',
  })
}

/** Returns the language in the path, else a translation rather than the source. */
function mainLanguage(found: readonly FileLanguage[], named: string | null): FileLanguage | null {
  return (
    found.find(({ language }) => language === named) ??
    found.find(({ view }) => view.side === 'target') ??
    found[0] ??
    null
  )
}

function requireWhole(format: Format, bytes: Uint8Array, name: string, view?: View): void {
  const document = format.read(bytes, view)
  if (isWhole(document)) return
  const issue = document.issues.find((found) => found.severity === 'error')
  const { line, column } = lineColumnOf(document.text, issue?.span.start ?? 0)
  throw new Failure('unreadable-file', {
    name,
    reason: issue?.code ?? 'unknown',
    line,
    column,
    ...issue?.params,
  })
}

/** Returns the parameters of a failure, with its first wrong field if it has one. */
function paramsOf({ params, fields }: Failure): Readonly<Record<string, string | number>> {
  const [field] = fields
  return field === undefined ? params : { ...params, pointer: field.pointer, reason: field.code }
}

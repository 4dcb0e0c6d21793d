import { type ExportReply, Failure, type FormatReply } from '@dragoman/contract'
import { isPlainKeyName, unitId } from '@dragoman/core'
import {
  ALL_FORMATS,
  adaptDocument,
  type BaseFile,
  type Content,
  convert,
  convertOnto,
  type Document,
  type FileUnit,
  type Format,
  formatById,
  isWhole,
  pluralBasesOf,
  type View,
  viewInFile,
} from '@dragoman/formats'
import {
  fileBase,
  keyNotes,
  listFiles,
  listLanguages,
  listNamespaces,
  listSources,
  type ProjectRow,
  projectById,
  type Reader,
  type UploadedFile,
  unitsOfFile,
  uploadedFile,
} from '@dragoman/store'
import { formerNamesOf, keysWithoutEntry } from '../sync/run/former-names-of.ts'
import type { TaskContext } from '../workers/tasks.ts'

export type FileExport = {
  readonly project: ProjectRow
  readonly format: string
  readonly language: string
  readonly namespace: string
  /** The languages of a file that holds several. */
  readonly together: readonly string[]
  /** What the file name starts with; made of the namespace if absent. */
  readonly stem?: string | undefined
}

type FileRequest = Omit<FileExport, 'project' | 'together' | 'stem'> & {
  readonly projectId: number
  /** Whether to return the file itself, in addition to what is known about it. */
  readonly withContent: boolean
}

/** How many examples a report lists for each difference. */
const EXAMPLES = 20

export function listFormats(): readonly FormatReply[] {
  return ALL_FORMATS.map(({ id, extensions, languages }) => ({ id, extensions: [...extensions], languages }))
}

/** Throws `unsupported-format`. */
export function requireFormat(id: string): Format {
  const format = formatById(id)
  if (format === null) throw new Failure('unsupported-format', { name: id, reason: 'unknown-format' })
  return format
}

/**
 * Returns a namespace as a file with the catalog's current texts; runs in its own thread. Throws
 * `unsupported-format` and `not-found`.
 */
export async function exportFile(
  { r }: TaskContext,
  { projectId, withContent, ...request }: FileRequest,
): Promise<ExportReply> {
  const project = await projectById(r, projectId)
  if (project === null) throw new Failure('not-found', { what: 'project' })
  const together = (await listLanguages(r, projectId)).map(({ tag }) => tag)
  if (!together.includes(request.language)) throw new Failure('not-found', { what: 'language' })
  const namespaces = await listNamespaces(r, projectId)
  if (!namespaces.some(({ name }) => name === request.namespace))
    throw new Failure('not-found', { what: 'namespace' })
  const built = await buildExport(r, { project, together, ...request })
  const { fileName, format, languages, report, bytes } = built
  return {
    fileName,
    format,
    languages: [...languages],
    report: report.map((item) => ({ ...item, examples: [...item.examples] })),
    size: bytes.length,
    content: withContent ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64') : '',
  }
}

/**
 * Returns a namespace, which the project has like all of the languages, as a file. If it came from a file of the same
 * format, returns that file with the changes since. Throws `unsupported-format`.
 */
export async function buildExport(
  r: Reader,
  { project, format: id, language, namespace, together, stem = stemOf(namespace) }: FileExport,
) {
  const format = requireFormat(id)
  const { content, keyIds } = await contentOfCatalog(r, {
    project,
    namespace,
    languages: languagesFor(format, { together, language, project }),
  })
  const model = format.sharesDetails ? await sourceDocument(r, { project, format, namespace }) : null
  const target = { format, language, model, examplesMax: EXAMPLES }
  const file = await uploadedFile(r, { projectId: project.id, namespace, language, format: format.id })
  const base = file && (await baseOf(r, { project, content, keyIds, format, language, namespace, file }))
  const converted = base === null ? convert(content, target) : convertOnto(content, target, base)
  // A file that someone uploaded decides about its mark.
  const bytes = format.id === 'csv' && file === null ? withMark(converted.bytes) : converted.bytes
  return { ...converted, bytes, format: format.id, fileName: fileNameOf(format, { stem, language, bytes }) }
}

/** Excel reads a CSV without a byte order mark in the charset of the computer, and saves it in that. */
function withMark(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes])
}

type BaseRequest = {
  readonly project: ProjectRow
  readonly content: Content
  /** By unit id. */
  readonly keyIds: ReadonlyMap<string, number>
  readonly format: Format
  readonly language: string
  readonly namespace: string
  readonly file: UploadedFile
}

/**
 * Returns the file that these texts were imported from, with its keys as they were read; null if it cannot be read, or
 * has languages that are not exported.
 */
async function baseOf(
  r: Reader,
  { project, content, keyIds, format, language, namespace, file }: BaseRequest,
): Promise<BaseFile | null> {
  if (format.languages === 'many' && file.parts.some((part) => !content.languages.has(part.language)))
    return null
  const parts = file.parts.filter((part) => part.namespace === namespace)
  const documents = parts.map(({ language: of, side, hasAnyKeys }) => {
    const view = { language: of, side }
    return { view, hasAnyKeys, document: format.read(file.bytes, viewInFile(file, view)) }
  })
  if (documents.some(({ document }) => !isWhole(document))) return null
  const known = [...content.languages.values()].flat()
  const { sourceLanguage } = project
  const files = documents.map(({ view, document }) => ({
    language: view.language,
    entries: [...document.entries.values()],
  }))
  const bases = pluralBasesOf(format, { known, files, sourceLanguage })
  const inCatalog = content.keys ?? known
  const keys = new Set(inCatalog.map(unitId))
  const renamed = keysWithoutEntry(
    inCatalog,
    documents.map(({ document }) => document),
  )
  const formerNames = await formerNamesOf(r, { projectId: project.id, keyIds }, renamed)
  const ownFormats = new Set((await listSources(r, project.id)).map((source) => source.format))
  const importedFrom = ({ language: of }: View, document: Document) =>
    adaptDocument(
      { format, document, sourceLanguage },
      { language: of, syntax: project.syntax, bases, ownFormats, keys },
    ).units
  const languages = documents.map(({ view, document, hasAnyKeys }) => {
    const imported = importedFrom(view, document)
    // Keys that were left out of the import were never removed, so they stay in the file.
    return { view, imported: hasAnyKeys ? imported : imported.filter(({ name }) => isPlainKeyName(name)) }
  })
  const { bytes, languageNames } = file
  if (format.languages !== 'two' || language === sourceLanguage)
    return { bytes, languages, languageNames, formerNames }
  const source: View = { language: sourceLanguage, side: 'source' }
  return { bytes, languages, formerNames, sources: importedFrom(source, format.read(bytes, source)) }
}

/** Returns the file of the source texts as last synced or uploaded; null if there is none. */
async function sourceDocument(
  r: Reader,
  { project, format, namespace }: Pick<BaseRequest, 'project' | 'format' | 'namespace'>,
): Promise<Document | null> {
  const { id: projectId, sourceLanguage: language } = project
  for (const source of await listSources(r, projectId)) {
    if (source.format !== format.id) continue
    const files = await listFiles(r, { sourceId: source.id })
    const row = files.find((file) => file.namespace === namespace && file.language === language)
    const bytes = row === undefined ? null : await fileBase(r, source.id, row.path)
    if (row !== undefined && bytes !== null) return format.read(bytes, { language, side: row.side })
  }
  const file = await uploadedFile(r, { projectId, namespace, language, format: format.id })
  return file === null ? null : format.read(file.bytes, viewInFile(file, { language, side: 'source' }))
}

function languagesFor(
  { languages }: Format,
  known: { readonly together: readonly string[]; readonly language: string; readonly project: ProjectRow },
) {
  if (languages === 'many') return known.together
  // The source language defines which keys are plural, and provides the sources in files that include them.
  return [...new Set([known.project.sourceLanguage, known.language])]
}

async function contentOfCatalog(
  r: Reader,
  {
    project,
    namespace,
    languages,
  }: { readonly project: ProjectRow; readonly namespace: string; readonly languages: readonly string[] },
): Promise<{ readonly content: Content; readonly keyIds: ReadonlyMap<string, number> }> {
  const keyIds = new Map<string, number>()
  const notes = await keyNotes(r, project.id, namespace)
  const units = new Map<string, readonly FileUnit[]>()
  let keys: NonNullable<Content['keys']> = []
  for (const language of languages) {
    const rows = await unitsOfFile(r, project.id, language, namespace)
    // Each key has a row in every language.
    keys = rows.map(({ unit }) => unit)
    for (const { keyId, unit } of rows) keyIds.set(unitId(unit), keyId)
    units.set(
      language,
      rows.flatMap(({ keyId, unit, state }): FileUnit[] => {
        if (state === 'untranslated') return []
        const { description = '', maxLength = null } = notes.get(keyId) ?? {}
        return [
          {
            ...unit,
            present: [],
            state,
            ...(description === '' ? {} : { comment: description }),
            ...(maxLength === null ? {} : { maxLength }),
          },
        ]
      }),
    )
  }
  const content = {
    sourceLanguage: project.sourceLanguage,
    syntax: project.syntax,
    languages: units,
    keys,
    encoding: null,
    format: null,
  }
  return { content, keyIds }
}

/** Returns a namespace as the start of a file name. */
function stemOf(namespace: string): string {
  return namespace.replaceAll('/', '-')
}

/** Returns the name that programs expect, if any; otherwise namespace, and language unless the file names its languages. */
function fileNameOf(
  { extensions, languages, languagesIn, newFileName }: Format,
  { stem, language, bytes }: { readonly stem: string; readonly language: string; readonly bytes: Uint8Array },
): string {
  const extension = extensions[0] ?? ''
  const named = languages === 'many' ? languagesIn?.(bytes) : undefined
  if (named !== undefined && (named.source !== null || named.targets.length > 0)) return `${stem}${extension}`
  return newFileName?.(stem, language) ?? `${stem}.${language}${extension}`
}

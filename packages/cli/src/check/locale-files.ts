import { appendAll, groupBy, syntaxById } from '@dragoman/core'
import { type DetectedFile, type Detection, type Format, formatById } from '@dragoman/formats'
import { inspectFolder } from '@dragoman/server'
import { type CheckedFiles, checkNamespace, type Facts, type ReadFile } from './check-texts.ts'
import { findUnknownReferences } from './unknown-references.ts'

/** The projects of a folder, detected but not read yet. */
export type FolderProjects = {
  /** The real path, with links resolved. */
  readonly folder: string
  /** The best match first; with a `dragoman.json`, those in it. */
  readonly projects: readonly LocaleFiles[]
  /** What else was found, but is not in `dragoman.json`. */
  readonly unlisted: readonly Detection[]
}

/** The locale files of one project. */
export type LocaleFiles = { readonly detection: Detection; readonly facts: Facts }

/**
 * Detects the projects of a folder. Throws `unusable-folder`, `unusable-project-file` and `no-locale-files`.
 */
export async function findProjects(text: string): Promise<FolderProjects> {
  const { folder, candidates } = await inspectFolder(text, undefined, { areFilesRequired: true })
  const configured = candidates.filter(({ layout }) => layout === 'configured')
  const chosen = configured.length > 0 ? configured : candidates
  return {
    folder,
    projects: chosen.map((detection) => ({ detection, facts: factsOf(detection) })),
    unlisted: candidates.filter((candidate) => !chosen.includes(candidate)),
  }
}

function factsOf({ format: id, sourceLanguage, syntaxes, keysAreSources }: Detection): Facts {
  const format = formatById(id)
  if (format === null) throw new Error(`The format ${id} is not known`)
  const syntax = syntaxById(syntaxes.get(id) ?? format.syntax)
  return { format, sourceLanguage, syntax, keysAreSources: keysAreSources === true }
}

/** Reads files and runs all checks on them. */
export async function checkFiles(
  files: readonly DetectedFile[],
  facts: Facts,
  read: (path: string) => Promise<Uint8Array>,
): Promise<CheckedFiles> {
  const namespaces = []
  for (const group of groupBy(files, ({ namespace }) => namespace).values())
    namespaces.push(checkNamespace(await readFiles(group, facts.format, read), facts))
  const untranslated = new Map<string, string[]>()
  for (const checked of namespaces)
    for (const [language, ids] of checked.untranslated) appendAll(untranslated, language, ids)
  const texts = namespaces.flatMap((checked) => checked.texts)
  return {
    findings: [...namespaces.flatMap(({ findings }) => findings), ...findUnknownReferences(texts, facts)],
    texts,
    untranslated,
  }
}

async function readFiles(
  files: readonly DetectedFile[],
  format: Format,
  readBytes: (path: string) => Promise<Uint8Array>,
): Promise<ReadFile[]> {
  const bytes = new Map<string, Uint8Array>()
  const read: ReadFile[] = []
  for (const file of files) {
    const { path, language, side } = file
    const content = bytes.get(path) ?? (await readBytes(path))
    bytes.set(path, content)
    read.push({ file, document: format.read(content, { language, side: side ?? 'target' }) })
  }
  return read
}

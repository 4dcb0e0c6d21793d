import { append } from '@dragoman/core'
import {
  type Detection,
  type Document,
  type Format,
  formatById,
  isWhole,
  lineColumnOf,
} from '@dragoman/formats'
import { hashOf, inspectFolder, viewOf } from '@dragoman/server/sync'
import { findProjectFile } from '../find-project-file.ts'
import { readDetected } from '../read-detected.ts'
import { CommandError } from '../terminal.ts'

/** The texts of one language in one file of the repository. */
export type LocalPart = {
  readonly path: string
  readonly language: string
  readonly namespace: string
  readonly side: 'source' | 'target'
  readonly document: Document
}

export type LocalFile = {
  readonly path: string
  readonly bytes: Uint8Array
  readonly hash: string
  readonly parts: readonly LocalPart[]
}

/** Files of one pattern, which belong to one project on the server. */
export type FileSet = {
  readonly pattern: string
  readonly format: Format
  /** An id of core's message syntaxes. */
  readonly syntax: string
  readonly sourceLanguage: string
  /** Languages as spelled in paths, by language code. */
  readonly spellings: ReadonlyMap<string, string>
  readonly files: readonly LocalFile[]
}

export type Repository = {
  /** The folder to which paths are relative. */
  readonly root: string
  /** From the project file; null: specified elsewhere. */
  readonly server: string | null
  /** By the name of their project on the server; null: specified elsewhere. */
  readonly sets: ReadonlyMap<string | null, readonly FileSet[]>
  /** Patterns of what was found too and is not in `sets`, because no project file names it. */
  readonly unlisted: readonly string[]
}

/**
 * Reads the locale files that belong to a folder: those of the nearest `dragoman.json`, otherwise the best
 * match in the folder itself. A configured pattern without files is a mistake, unless `createsFiles`: then its first
 * files can come from the server. Throws `unusable-folder`, `unusable-project-file`, `no-locale-files`, and
 * CommandError for a file that cannot be read.
 */
export async function readRepository(folder: string, { createsFiles = false } = {}): Promise<Repository> {
  const found = await findProjectFile(folder)
  const { folder: root, candidates } = await inspectFolder(found?.root ?? folder, undefined, {
    areFilesRequired: !createsFiles,
  })
  const items = found?.file.files ?? [null]
  const sets = new Map<string | null, FileSet[]>()
  for (const [index, item] of items.entries()) {
    const detection = candidates[index]
    if (detection === undefined) continue
    const project = item?.project ?? found?.file.project ?? null
    append(sets, project, await readSet(root, detection))
  }
  const unlisted = found === null ? candidates.slice(1).map(({ pattern }) => pattern) : []
  return { root, server: found?.file.server ?? null, sets, unlisted }
}

async function readSet(root: string, detection: Detection): Promise<FileSet> {
  const { pattern, sourceLanguage } = detection
  const format = formatById(detection.format)
  if (format === null) throw new Error(`The format ${detection.format} is not known`)
  const paths = [...new Set(detection.files.map(({ path }) => path))]
  const files: LocalFile[] = []
  for (const path of paths) {
    const parts = detection.files.filter((file) => file.path === path)
    const bytes = await readDetected(root, path)
    files.push({
      path,
      bytes,
      hash: hashOf(bytes),
      parts: parts.map(({ language, namespace, side = 'target' }) => {
        const document = format.read(bytes, viewOf({ language, side }))
        return { path, language, namespace, side, document: requireWhole(document, path) }
      }),
    })
  }
  const spellings = new Map(
    detection.files.flatMap(({ language, languageAsWritten }) =>
      languageAsWritten === '' ? [] : [[language, languageAsWritten] as const],
    ),
  )
  const syntax = detection.syntaxes.get(format.id) ?? format.syntax
  return { pattern, format, syntax, sourceLanguage, spellings, files }
}

/**
 * A file that was only partly understood must neither be written nor treated as complete. Throws
 * CommandError.
 */
function requireWhole(document: Document, path: string): Document {
  if (isWhole(document)) return document
  const issue = document.issues.find(({ severity }) => severity === 'error')
  const { line, column } = lineColumnOf(document.text, issue?.span.start ?? 0)
  const reason = issue?.code.replaceAll('-', ' ') ?? 'it cannot be understood'
  throw new CommandError(`${path}:${line}:${column}: ${reason}. Nothing was sent or written.`)
}

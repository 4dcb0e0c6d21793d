import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@dragoman/contract'
import type { Actor } from '@dragoman/core'
import { type Detection, formatFor, matchFile } from '@dragoman/formats'
import {
  createSource,
  type FolderSource,
  isConnected,
  type JobRow,
  type Reader,
  type SourceRow,
  type Writer,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { CONNECT, type ConnectPayload } from '../connect-job.ts'
import { namespacesOf, sharedNamespace } from '../shared-namespace.ts'
import { fixedPart } from './fixed-part.ts'
import { type Inspection, inspectFolder } from './inspect-folder.ts'
import { scanPattern } from './scan-folder.ts'

/** Files of a folder that will belong to a project. */
export type FolderToConnect = Pick<FolderSource, 'folder' | 'pattern' | 'format' | 'writable'> &
  Pick<ConnectPayload, 'languages'> & { readonly namespaces: ReadonlySet<string> }

/** Chooses the first candidate to connect, or the files of a given pattern. Throws `no-locale-files`. */
export async function folderToConnect({
  folder: text,
  pattern,
  sourceLanguage,
}: {
  /** A path, or what is already known of the folder. */
  readonly folder: string | Inspection
  readonly pattern?: string
  readonly sourceLanguage: string
}): Promise<FolderToConnect> {
  const { folder, candidates } = typeof text === 'string' ? await inspectFolder(text) : text
  const chosen =
    pattern === undefined ? candidates[0] : await detectionOf({ folder, pattern, candidates, sourceLanguage })
  if (chosen === undefined) throw new Failure('no-locale-files', { folder })
  const writable = await access(join(folder, fixedPart(chosen.pattern)), constants.W_OK).then(
    () => true,
    () => false,
  )
  const languages = [...new Set([sourceLanguage, ...chosen.files.map((file) => file.language)])]
  const { pattern: found, format } = chosen
  const namespaces = namespacesOf(
    found,
    chosen.files.map(({ path }) => path),
  )
  return { folder, pattern: found, format, writable, languages, namespaces }
}

export type ConnectRequest = {
  readonly projectId: number
  readonly files: FolderToConnect
  readonly startedBy: Actor
  readonly countAsReviewed?: boolean
}

/**
 * Connects a folder; once the transaction is committed, a job reads its files. Throws `already-exists` if a
 * project has them, and `unusable-folder` if other files are in the project with one of the same namespaces.
 */
export async function connectFolder(
  w: Writer,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  { projectId, files, startedBy, countAsReviewed = false }: ConnectRequest,
): Promise<{ readonly source: SourceRow; readonly job: JobRow }> {
  const source = await addFolder(w, projectId, { ...files, createdAt: now().toISOString() })
  const { languages, namespaces: _, ...row } = files
  const payload = { sourceId: source.id, languages, files: row, countAsReviewed }
  const job = await jobs.add(w, CONNECT, { projectId, payload, startedBy })
  return { source, job }
}

/** The keys of both would be one list, and be written into all of these files. */
async function requireOwnNamespaces(
  r: Reader,
  { projectId, files }: { readonly projectId: number; readonly files: Omit<FolderToConnect, 'languages'> },
): Promise<void> {
  const { folder, pattern, namespaces } = files
  const isSame = (row: SourceRow) => row.kind === 'folder' && row.folder === folder && row.pattern === pattern
  const shared = await sharedNamespace(r, { projectId, namespaces, isSame })
  if (shared !== null) throw new Failure('unusable-folder', { folder, reason: 'namespace-taken', ...shared })
}

/**
 * Inserts the row of a folder. Throws `already-exists` if a project has its files, and `unusable-folder` if other files
 * are in the project with one of the same namespaces.
 */
export async function addFolder(
  w: Writer,
  projectId: number,
  files: Omit<FolderToConnect, 'languages'> & Pick<FolderSource, 'createdAt'>,
): Promise<SourceRow> {
  const { folder, pattern, format, writable, createdAt } = files
  await requireOwnNamespaces(w, { projectId, files })
  if (await isConnected(w, { kind: 'folder', folder }, pattern))
    throw new Failure('already-exists', { what: 'source', folder })
  return createSource(w, { kind: 'folder', projectId, folder, pattern, format, writable, createdAt })
}

type PatternRequest = {
  readonly folder: string
  readonly pattern: string
  readonly candidates: readonly Detection[]
  readonly sourceLanguage: string
}

/**
 * Returns the files that match a given pattern, in the format that was detected for them. Throws
 * `no-locale-files` if there are none.
 */
async function detectionOf({
  folder,
  pattern,
  candidates,
  sourceLanguage,
}: PatternRequest): Promise<Pick<Detection, 'pattern' | 'format' | 'files'>> {
  const known = candidates.find((candidate) => candidate.pattern === pattern)
  if (known !== undefined) return known
  const files = (await scanPattern(folder, pattern)).found.flatMap((path) => {
    const match = matchFile(pattern, path)
    return match === null ? [] : [{ ...match, path, language: match.language ?? sourceLanguage }]
  })
  const paths = new Set(files.map((file) => file.path))
  const like = candidates.find((candidate) => candidate.files.some((file) => paths.has(file.path)))
  const format = like?.format ?? formatFor(pattern).format?.id
  if (files.length === 0 || format === undefined) throw new Failure('no-locale-files', { folder, pattern })
  return { pattern, format, files }
}

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
  openJobs,
  type Reader,
  type SourceRow,
  type Writer,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { addRepository, type RepositoryToConnect } from '../git/connect-repository.ts'
import { fixedPart } from './fixed-part.ts'
import { type Inspection, inspectFolder } from './inspect-folder.ts'
import { scanPattern } from './scan-folder.ts'

/** Payload of the job that reads in a folder or a repository. */
export type ConnectPayload = {
  readonly sourceId: number
  /** Source language first, then in the order of the folder: all lists of languages look the same. */
  readonly languages: readonly string[]
  /** What was connected: a job that fails disconnects it. Missing if an earlier version added the job. */
  readonly files?: Omit<FolderToConnect, 'languages'>
  /** The same for a repository; its secrets are encrypted. */
  readonly repository?: RepositoryToConnect
  /** The translations that are read count as reviewed. */
  readonly countAsReviewed?: boolean
}

/** Files of a folder that will belong to a project. */
export type FolderToConnect = Pick<FolderSource, 'folder' | 'pattern' | 'format' | 'writable'> &
  Pick<ConnectPayload, 'languages'>

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
  return { folder, pattern: chosen.pattern, format: chosen.format, writable, languages }
}

export type ConnectRequest = {
  readonly projectId: number
  readonly files: FolderToConnect
  readonly startedBy: Actor
  readonly countAsReviewed?: boolean
}

/**
 * Connects a folder; once the transaction is committed, a job reads its files. Throws `already-exists` if a
 * project has them.
 */
export async function connectFolder(
  w: Writer,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  { projectId, files, startedBy, countAsReviewed = false }: ConnectRequest,
): Promise<{ readonly source: SourceRow; readonly job: JobRow }> {
  const { languages, ...row } = files
  const source = await addSource(w, projectId, { ...row, createdAt: now().toISOString() })
  const payload: ConnectPayload = {
    sourceId: source.id,
    languages,
    files: row,
    countAsReviewed,
  }
  const job = await jobs.add(w, { projectId, kind: CONNECT_FOLDER, payload, unit: 'files', startedBy })
  return { source, job }
}

/**
 * Connects the folder or repository again that a failed job has disconnected. Throws `already-exists` if a
 * project has its files by now, and `not-found` for a job that did not store them.
 */
export async function connectAgain(
  w: Writer,
  { now }: Pick<Deps, 'now'>,
  { projectId, payload }: Pick<JobRow, 'projectId' | 'payload'>,
): Promise<ConnectPayload> {
  const before = payload as ConnectPayload // written above
  if (before.repository !== undefined) {
    const again = await addRepository(w, projectId, before.repository, now().toISOString())
    return { ...before, sourceId: again.id }
  }
  if (before.files === undefined) throw new Failure('not-found', { what: 'source' })
  const source = await addSource(w, projectId, { ...before.files, createdAt: now().toISOString() })
  return { ...before, sourceId: source.id }
}

async function addSource(
  w: Writer,
  projectId: number,
  files: Omit<FolderSource, 'id' | 'kind'>,
): Promise<SourceRow> {
  if (await isConnected(w, { kind: 'folder', folder: files.folder }, files.pattern))
    throw new Failure('already-exists', { what: 'source', folder: files.folder })
  return createSource(w, { ...files, projectId, kind: 'folder' })
}

export const CONNECT_FOLDER = 'connect-folder'

/** Returns the job that reads in each source that is not read in yet, by id of the source. */
export async function sourcesOfJobs(r: Reader): Promise<ReadonlyMap<number, JobRow>> {
  const jobs = await openJobs(r, CONNECT_FOLDER)
  return new Map(jobs.map((job) => [(job.payload as ConnectPayload).sourceId, job])) // written above
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
  const files = (await scanPattern(folder, pattern)).found.flatMap(({ path }) => {
    const match = matchFile(pattern, path)
    return match === null ? [] : [{ ...match, path, language: match.language ?? sourceLanguage }]
  })
  const paths = new Set(files.map((file) => file.path))
  const like = candidates.find((candidate) => candidate.files.some((file) => paths.has(file.path)))
  const format = like?.format ?? formatFor(pattern).format?.id
  if (files.length === 0 || format === undefined) throw new Failure('no-locale-files', { folder, pattern })
  return { pattern, format, files }
}

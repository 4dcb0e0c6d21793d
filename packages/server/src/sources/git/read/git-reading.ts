import { Failure, isFailure } from '@dragoman/contract'
import { matchFile } from '@dragoman/formats'
import { fileBase, type GitSourceRow, gitChange, gitSource } from '@dragoman/store'
import { blobId } from '../../../git/blob-id.ts'
import { blobIdHere, blobsHere, sizesHere, takenHere } from '../../../git/read-copy.ts'
import { type Git, GitError } from '../../../git/run-git.ts'
import { hashOf } from '../../../sync/hash-of.ts'
import type { FoundFile, ListedFile, SourceFiles, StoreRead } from '../../../sync/source-files.ts'
import { type BranchFile, faultOf, isTooLarge } from './branch-files.ts'
import type { GitSnapshot } from './git-files.ts'

export type GitReading = Required<Pick<SourceFiles, 'list' | 'read' | 'keysOf' | 'upstreamOf' | 'within'>> & {
  /** Reads several files with one call of Git; reading them one by one takes a call for each. */
  readonly preload: (paths: readonly string[]) => Promise<void>
  readonly forget: () => void
}

export type GitReadingParts = {
  readonly git: Git
  readonly snapshot: () => GitSnapshot
  readonly read: StoreRead
  /** The copy lacks something it should have. */
  readonly onDamage?: () => void
}

/**
 * Reads files as they are here: a file that is changed and not sent yet as it was last synced, all others
 * from the branch.
 */
export function openGitReading(
  parts: GitReadingParts,
  /** Contents of files by id. */
  loaded = new Map<string, Uint8Array>(),
): GitReading {
  const { snapshot, read } = parts
  const places = openTakenPaths(parts)
  const contents = openContents(parts, loaded)

  return {
    async list(paths) {
      const { files, changed } = snapshot()
      const listed: ListedFile[] = []
      for (const path of paths ?? new Set([...(files?.keys() ?? []), ...changed])) {
        const bytes = files?.get(path)?.bytes
        if (bytes !== undefined) listed.push({ path, bytes })
        else if (changed.has(path))
          listed.push({ path, bytes: (await ownBytes(parts, path))?.byteLength ?? 0 })
      }
      return listed
    },

    async read(path): Promise<FoundFile> {
      // Pending changes are kept back, too: it would replace what a developer put there.
      if (await places.isTaken(path)) return { kind: 'unreadable', code: 'link' }
      const own = await ownBytes(parts, path)
      if (own !== null) return foundFile(own)
      const { files } = snapshot()
      if (files === null) return { kind: 'away' }
      const file = files.get(path)
      if (file === undefined) return { kind: wasRead(snapshot(), path) ? 'missing' : 'away' }
      if (isTooLarge(file.bytes)) return { kind: 'unreadable', code: 'too-large' }
      return foundFile(await contents.branchBytes(path, file))
    },

    keysOf(namespace) {
      const { keys } = snapshot()
      return keys === null ? null : (keys.get(namespace) ?? new Set())
    },

    async upstreamOf(path) {
      const { sourceId, changed, foreign } = snapshot()
      if (!changed.has(path) || foreign.has(path)) return null
      const { state, change } = await read(async (r) => ({
        state: await gitSource(r, sourceId),
        change: await gitChange(r, { sourceId, path }),
      }))
      if (state === null) return null
      return state.keptBase === null ? (change?.bytes ?? null) : keptBytes(parts, path, state)
    },

    within: (readWithin) => openGitReading({ ...parts, read: readWithin }, loaded),
    async preload(paths) {
      // What is missing is found and reported when it is read.
      await places.findTaken(paths).catch(() => undefined)
      await contents.preload(paths)
    },
    forget() {
      loaded.clear()
      places.forget()
    },
  }
}

/** Whether the files of a path's namespace were read; only then a file that is not among them does not exist. */
function wasRead({ namespaces, pattern }: GitSnapshot, path: string): boolean {
  return namespaces === null || namespaces.has(matchFile(pattern, path)?.namespace ?? '')
}

/** Returns the last synced version of a file that is changed here; null: it is not changed. */
async function ownBytes({ snapshot, read }: GitReadingParts, path: string): Promise<Uint8Array | null> {
  const { sourceId, changed, foreign } = snapshot()
  if (!changed.has(path)) return null
  const own = await read((r) => fileBase(r, sourceId, path))
  const theirs = foreign.get(path)
  return theirs !== undefined && (own && hashOf(own)) === theirs.baseHash ? theirs.bytes : own
}

/** Whether something else takes the place of files that the branch does not have. */
function openTakenPaths({ git, snapshot, onDamage }: GitReadingParts) {
  /** By commit and path. */
  const taken = new Map<string, boolean>()

  async function isTaken(path: string): Promise<boolean> {
    const { commit, files } = snapshot()
    if (commit === null || files?.has(path)) return false
    const known = taken.get(`${commit} ${path}`)
    if (known !== undefined) return known
    await findTaken([path]).catch((error: unknown) => {
      if (!(error instanceof GitError)) throw error
      onDamage?.()
      throw copyDamaged()
    })
    return taken.get(`${commit} ${path}`) ?? false
  }

  async function findTaken(paths: readonly string[]): Promise<void> {
    const { commit, files, mirror } = snapshot()
    const missing = paths.filter((path) => files?.has(path) === false)
    if (commit === null || missing.length === 0) return
    const found = await takenHere(git, mirror, { commit, paths: missing })
    for (const path of missing) taken.set(`${commit} ${path}`, found.has(path))
  }

  return { isTaken, findTaken, forget: () => taken.clear() }
}

/** Maximum size of files that are loaded together; the others are read one by one. */
const PRELOADED_BYTES = 64 * 1024 * 1024

/** The contents of the files of the branch; `loaded`: by id. */
function openContents({ git, snapshot, read, onDamage }: GitReadingParts, loaded: Map<string, Uint8Array>) {
  async function preload(paths: readonly string[]): Promise<void> {
    const { files, mirror } = snapshot()
    const sizes = new Map<string, number>()
    let room = PRELOADED_BYTES
    for (const path of paths) {
      const file = files?.get(path)
      if (file === undefined || loaded.has(file.id) || sizes.has(file.id) || isTooLarge(file.bytes)) continue
      const base = await baseAsBranch(path, file)
      if (base !== null) loaded.set(file.id, base)
      else if (file.bytes <= room) {
        sizes.set(file.id, file.bytes)
        room -= file.bytes
      }
    }
    if (sizes.size === 0) return
    const found = await blobsHere(git, mirror, sizes).catch(() => new Map<string, Uint8Array>())
    for (const [id, bytes] of found) loaded.set(id, bytes)
  }

  /** Returns the last synced version of the file if the branch has the same: Git does not have to be called then. */
  async function baseAsBranch(path: string, { id }: BranchFile): Promise<Uint8Array | null> {
    const base = await read((r) => fileBase(r, snapshot().sourceId, path))
    return base !== null && blobId(base, id.length) === id ? base : null
  }

  async function branchBytes(path: string, file: BranchFile): Promise<Uint8Array> {
    const { id, bytes: size } = file
    const known = loaded.get(id) ?? (await baseAsBranch(path, file))
    if (known !== null) return known
    const found = await blobsHere(git, snapshot().mirror, new Map([[id, size]])).catch((error: unknown) => {
      if (!(error instanceof GitError)) throw error
      return new Map<string, Uint8Array>()
    })
    const bytes = found.get(id)
    if (bytes !== undefined) return bytes
    onDamage?.()
    throw copyDamaged()
  }

  return { preload, branchBytes }
}

/**
 * Returns a file on the branch of our pull request if others have committed onto it: new commits are based
 * of theirs. Null if the target has since changed the file to something else, or those commits are not
 * available.
 */
async function keptBytes(
  { git, snapshot }: GitReadingParts,
  path: string,
  { keptBase, pushedHead }: Pick<GitSourceRow, 'keptBase' | 'pushedHead'>,
): Promise<Uint8Array | null> {
  const { files, mirror } = snapshot()
  const idIn = async (commit: string | null) => commit && blobIdHere(git, mirror, { commit, path })
  try {
    const own = await idIn(pushedHead)
    const now = files?.get(path)?.id
    // After a merge, the target has the version of that branch.
    if (!own || (own !== now && (await idIn(keptBase)) !== now)) return null
    const sizes = await sizesHere(git, mirror, [own])
    if (isTooLarge(sizes.get(own) ?? 0)) return null
    return (await blobsHere(git, mirror, sizes)).get(own) ?? null
  } catch (error) {
    if (error instanceof GitError) return null
    throw error
  }
}

/** Returns the error for a damaged copy of a repository, in a form that can cross threads. */
export function copyDamaged(): Failure {
  return new Failure('source-unreachable', { reason: 'copy-damaged' })
}

export function isCopyDamaged(error: unknown): boolean {
  return isFailure(error, 'source-unreachable') && error.params.reason === 'copy-damaged'
}

/** Unlike edits in a folder, commits never overwrite what was just written without having seen it. */
const NEVER_OVERTAKEN = Number.POSITIVE_INFINITY

function foundFile(bytes: Uint8Array): FoundFile {
  const code = faultOf(bytes)
  if (code !== null) return { kind: 'unreadable', code }
  return { kind: 'bytes', bytes, hash: hashOf(bytes), modifiedMs: NEVER_OVERTAKEN }
}

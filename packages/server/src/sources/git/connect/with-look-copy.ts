import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@dragoman/contract'
import { type Mirror, openMirror } from '../../../git/mirror.ts'
import type { RemoteAddress } from '../../../git/remote-address.ts'
import { type RemoteAccess, withRemote } from '../access/open-remote.ts'
import { temporaryCopy } from '../access/temporary-folders.ts'
import type { GitParts } from '../git-parts.ts'
import { unusableOf, unusableRepository } from './unusable-repository.ts'

export type LookParts = Pick<GitParts, 'git' | 'outgoing' | 'folder'>

export type LookRequest = {
  readonly address: RemoteAddress
  readonly signIn: RemoteAccess['signIn']
}

/** Someone is waiting at a browser. */
const LOOK_MS = 60_000
/** Folders and names of 100,000 files take a few megabytes. */
const COPY_BYTES = 256 * 1024 * 1024
const COPY_CHECK_MS = 250
/** Looks of one process at a time: each takes several programs and a copy. */
const AT_ONCE = 4
let looking = 0

/**
 * Runs a task on a copy of a repository that is deleted afterwards; the copy and the time it takes are limited.
 * Throws `unusable-repository` with the reason, `busy`, and what the task throws.
 */
export async function withLookCopy<T>(
  parts: LookParts,
  { address, signIn }: LookRequest,
  task: (mirror: Mirror) => Promise<T>,
): Promise<T> {
  if (looking >= AT_ONCE) throw new Failure('busy')
  looking++
  const folder = temporaryCopy(parts.folder, 'look')
  const ending = new AbortController()
  let ended: 'too-slow' | 'too-large' | null = null
  const end = (reason: 'too-slow' | 'too-large') => {
    ended ??= reason
    ending.abort()
  }
  const timer = setTimeout(() => end('too-slow'), LOOK_MS)
  const watch = setInterval(() => {
    sizeOf(folder).then(
      (bytes) => bytes > COPY_BYTES && end('too-large'),
      () => {}, // Git moves its files while they are counted
    )
  }, COPY_CHECK_MS)
  try {
    return await task(
      openMirror({
        git: parts.git,
        folder,
        address,
        signal: ending.signal,
        withRemote: (work) => withRemote(parts, { address, signIn }, work),
      }),
    )
  } catch (error) {
    if (ended !== null) throw unusableRepository(ended)
    throw unusableOf(error, signIn.kind !== 'none') ?? error
  } finally {
    looking--
    clearTimeout(timer)
    clearInterval(watch)
    await rm(folder, { recursive: true, force: true })
  }
}

export type WantedBranch = {
  readonly branches: readonly string[]
  readonly defaultBranch: string | null
  readonly branch: string
  readonly commit: string
}

/** Fetches a branch; null: the default branch. Throws `unusable-repository`. */
export async function fetchWanted(mirror: Mirror, wanted: string | null): Promise<WantedBranch> {
  const { tips, defaultBranch } = await mirror.listBranches()
  if (tips.size === 0) throw unusableRepository('empty')
  const usual = defaultBranch !== null && tips.has(defaultBranch) ? defaultBranch : null
  const branch = wanted ?? usual ?? tips.keys().next().value
  const commit = branch === undefined || !tips.has(branch) ? null : await mirror.fetchBranch(branch)
  if (branch === undefined || commit === null)
    throw unusableRepository('branch-missing', { branch: branch ?? '' })
  return { branches: [...tips.keys()].sort(), defaultBranch: usual, branch, commit }
}

async function sizeOf(folder: string): Promise<number> {
  const pack = join(folder, 'objects', 'pack')
  const names = await readdir(pack)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(pack, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

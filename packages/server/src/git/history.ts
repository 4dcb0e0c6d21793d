import { isCopyOf, makeCopy } from './make-copy.ts'
import type { MirrorLocation } from './mirror.ts'
import { readShallow } from './note-parents.ts'
import { oneByOne } from './one-by-one.ts'
import { callRemote, MIRROR_REMOTE, OBJECTS_BYTES, TRANSFER_LIMITS } from './remote.ts'
import { removeFetchLeftovers } from './remove-leftovers.ts'
import { tidyCopy } from './repack.ts'
import { GitError, isRefMissing, type RunHere } from './run-git.ts'

/** Commits of a repository without their folders and files, as far back as needed. */
export type History = {
  /**
   * Returns the merge base of two branches; null if there is none, or one of them does not exist. Throws
   * GitError and OutgoingError.
   */
  readonly mergeBase: (branch: string, into: string) => Promise<string | null>
  /**
   * The same for two commits; null also if the repository does not provide one of them. Throws GitError and
   * OutgoingError.
   */
  readonly mergeBaseOf: (commit: string, other: string) => Promise<string | null>
  /** Whether a commit is an ancestor of another, or the same; false if one was never fetched. */
  readonly isAncestor: (commit: string, of: string) => Promise<boolean>
  /** Combines what was fetched piece by piece, if that is much. Takes seconds. Throws GitError. */
  readonly tidy: () => Promise<void>
}

/** Depth of the first fetch; eight times as much each time that it is not enough. */
const DEPTH = 64
const DEEPEST = 2 ** 21
/** The two branches, or commits, in the copy. */
const COMPARED = ['refs/compared/0', 'refs/compared/1'] as const

/** Opens a copy apart from the mirror, which has one commit per branch. It can be recreated. */
export function openHistory(place: MirrorLocation): History {
  const { git, folder, address, signal } = place
  const local: RunHere = (args, rest = {}) => git({ repository: folder, args, signal, ...rest })

  /** Less would cut off commits that the copy has, and they would be fetched again. */
  let enough = DEPTH

  async function prepare(idLength: () => Promise<number>): Promise<void> {
    if (await isCopyOf(local, folder, address)) return
    await makeCopy(git, {
      folder,
      address,
      idLength: await idLength(),
      filter: 'tree:0',
      ...(signal && { signal }),
    })
  }

  async function mergeBase(branch: string, into: string): Promise<string | null> {
    await prepare(() => idLengthOf(place, branch))
    return findMet([`refs/heads/${branch}`, `refs/heads/${into}`], isRefMissing)
  }

  async function mergeBaseOf(commit: string, other: string): Promise<string | null> {
    await prepare(async () => commit.length)
    // Servers refuse commits that they do not have, or that no branch has, in different words.
    return findMet([commit, other], (error) => error instanceof GitError && error.reason === 'failed')
  }

  /** `isMissing`: whether an error of a fetch means that the repository does not have one of the two. */
  async function findMet(
    two: readonly [string, string],
    isMissing: (error: unknown) => boolean,
  ): Promise<string | null> {
    let before = ''
    let met: string | null = null
    for (let depth = enough; depth <= DEEPEST; depth *= 8) {
      try {
        await fetchCompared(place, two, depth)
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
      met = await metHere()
      if (met !== null && !(await isCutSince(met))) {
        enough = depth
        return met
      }
      const counted = await local(['rev-list', '--count', ...COMPARED])
      const count = counted.stdout.toString('utf8')
      // There are no older commits.
      if (count === before) return met
      before = count
    }
    return met
  }

  /** Returns the merge base as far as commits were fetched. */
  async function metHere(): Promise<string | null> {
    try {
      const { stdout } = await local(['merge-base', ...COMPARED])
      return stdout.toString('utf8').trim().split('\n')[0] ?? null
    } catch (error) {
      if (!(error instanceof GitError) || error.reason !== 'failed') throw error
      return null
    }
  }

  /** Whether a commit since then has parents that were not fetched: a newer merge base can be among these. */
  async function isCutSince(met: string): Promise<boolean> {
    const cut = new Set(await readShallow(folder))
    if (cut.size === 0) return false
    const { stdout } = await local(['rev-list', ...COMPARED, `^${met}`], { maxBytes: OBJECTS_BYTES })
    return stdout
      .toString('latin1')
      .split('\n')
      .some((commit) => cut.has(commit))
  }

  async function isAncestor(commit: string, of: string): Promise<boolean> {
    try {
      await local(['merge-base', '--is-ancestor', commit, of])
      return true
    } catch (error) {
      if (error instanceof GitError && error.reason === 'failed') return false
      throw error
    }
  }

  return {
    // The compared refs have the same names each time.
    mergeBase: (branch, into) => oneByOne(folder, () => mergeBase(branch, into)),
    mergeBaseOf: (commit, other) => oneByOne(folder, () => mergeBaseOf(commit, other)),
    isAncestor,
    tidy: () => tidyCopy(local, folder),
  }
}

/** Returns the length of the repository's ids: a copy needs the same. */
async function idLengthOf(
  { git, address, signal, withRemote }: MirrorLocation,
  branch: string,
): Promise<number> {
  const { stdout } = await withRemote((remote) =>
    callRemote(git, remote, {
      repository: null,
      args: ['ls-remote', '--end-of-options', address.url, 'HEAD', `refs/heads/${branch}`],
      signal,
    }),
  )
  return stdout.indexOf('\t')
}

/** Fetches two refs or commits. */
async function fetchCompared(
  { git, folder, signal, withRemote, transfer = TRANSFER_LIMITS, silentMs }: MirrorLocation,
  two: readonly [string, string],
  depth: number,
): Promise<void> {
  const specs = two.map((one, index) => `+${one}:${COMPARED[index]}`)
  const args = ['fetch', '--progress', '--no-tags', '--no-write-fetch-head', '--recurse-submodules=no']
  try {
    await withRemote((remote) =>
      callRemote(git, remote, {
        repository: folder,
        args: [...args, '--filter=tree:0', `--depth=${depth}`, '--end-of-options', MIRROR_REMOTE, ...specs],
        signal,
        silentMs,
        transfer,
      }),
    )
  } catch (error) {
    await removeFetchLeftovers(folder)
    throw error
  }
}

import { openBlobFetches } from './fetch-blobs.ts'
import { openBranchFetches } from './fetch-branches.ts'
import { openKnownContents } from './known-contents.ts'
import { type CommitRequest, type MadeCommit, makeCommit } from './make-commit.ts'
import { openMirrorCalls } from './mirror-calls.ts'
import { openMirrorCopy } from './mirror-copy.ts'
import { noteParents } from './note-parents.ts'
import { type PushRequest, type PushResult, pushBranch } from './push-branch.ts'
import { takenHere } from './read-copy.ts'
import { readMoves } from './read-moves.ts'
import { type MovedFile, readTreeEntries, type TreeEntry } from './read-output.ts'
import type { Remote, TransferLimits } from './remote.ts'
import type { RemoteAddress } from './remote-address.ts'
import type { Git } from './run-git.ts'

/** A bare copy of one branch of a remote repository, without the contents of files that no one requested. */
export type Mirror = {
  /** Returns the current commits of all branches of the repository, and fetches nothing. */
  readonly listBranches: () => Promise<RemoteBranches>
  /**
   * Fetches the newest commit of a branch; null if the branch does not exist. `here`: a commit that was just
   * found in the copy.
   */
  readonly fetchBranch: (branch: string, here?: string) => Promise<string | null>
  /** Fetches a commit that might not be on any branch any more; false if the repository does not provide it. */
  readonly fetchCommit: (commit: string) => Promise<boolean>
  /** Lists the files of a commit in and below folders ('' for all of it), with links and submodules. */
  readonly tree: (commit: string, folders: readonly string[]) => Promise<readonly TreeEntry[]>
  /** Forgets what was found in the copy, because the copy has changed. */
  readonly forget: () => void
  /** Whether the copy has a commit and its folders. */
  readonly has: (commit: string) => Promise<boolean>
  /** Fetches the contents of files, in one request for all that are missing, and returns their sizes. */
  readonly fetchBlobs: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** Whether loose objects take too much space, or there are too many packs. */
  readonly isOvergrown: () => Promise<boolean>
  /** Combines what was fetched and made piece by piece, if that is much. Takes seconds. Throws GitError. */
  readonly tidy: () => Promise<void>
  /** Returns the paths at which a commit has something other than a file, or no folder on the way. */
  readonly taken: (commit: string, paths: readonly string[]) => Promise<ReadonlySet<string>>
  /** Whether two commits have the same files. */
  readonly isSameTree: (a: string, b: string) => Promise<boolean>
  /**
   * Returns which of the files that are gone are now among the files that are new, even if they were changed
   * as well; if the copy lacks contents, only unchanged files are found. Fetches nothing. Throws GitError.
   */
  readonly moves: (
    gone: ReadonlyMap<string, string>,
    added: ReadonlyMap<string, string>,
  ) => Promise<readonly MovedFile[]>
  /** Returns author and first line of a commit. */
  readonly describe: (commit: string) => Promise<{ readonly author: string; readonly subject: string }>
  /** Returns the beginning of a file whose contents the copy has. */
  readonly head: (id: string, bytes: number) => Promise<Buffer>
  /**
   * Returns the contents of files, and fetches the missing ones in one request. Throws GitError `too-large` if they are
   * larger than a project can be.
   */
  readonly blobs: (ids: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>
  /** Makes a commit on top of another, without sending it. Equal requests give equal commits. */
  readonly commit: (request: CommitRequest) => Promise<MadeCommit>
  /** Sets a branch to a commit if it still is at the expected one, or does not exist if that is null. */
  readonly push: (request: PushRequest) => Promise<PushResult>
}

export type RemoteBranches = {
  /** Null if the repository is empty or does not report it. */
  readonly defaultBranch: string | null
  readonly tips: ReadonlyMap<string, string>
}

export type MirrorLocation = {
  readonly git: Git
  /** A folder of its own, created if it is missing. Everything in it can be recreated. */
  readonly folder: string
  readonly address: RemoteAddress
  /** Stops everything that Git does for this copy. */
  readonly signal?: AbortSignal
  /** Provides what is needed to reach the repository, for as long as the work takes. */
  readonly withRemote: <T>(work: (remote: Remote) => Promise<T>) => Promise<T>
  readonly transfer?: TransferLimits
  /** See `RemoteCall`. */
  readonly silentMs?: number | undefined
}

/** A list of about a million files. A few nested folders can name more than any memory has room for. */
const TREE_BYTES = 128 * 1024 * 1024

export function openMirror(place: MirrorLocation): Mirror {
  const { git, folder } = place
  const known = openKnownContents()
  const calls = openMirrorCalls(place)
  const copy = openMirrorCopy(place, calls, known)
  const branches = openBranchFetches(place, calls, { copy, known })
  const { missingOf, ...contents } = openBlobFetches(place, calls, known)

  async function tree(commit: string, folders: readonly string[]): Promise<readonly TreeEntry[]> {
    const paths = folders.includes('') ? [] : ['--', ...folders.map((folder) => `${folder}/`)]
    const { stdout } = await calls.here(['ls-tree', '-r', '-z', '--full-tree', commit, ...paths], {
      maxBytes: TREE_BYTES,
    })
    return readTreeEntries(stdout)
  }

  async function head(id: string, bytes: number): Promise<Buffer> {
    const { stdout } = await calls.here(['cat-file', 'blob', id], { maxBytes: bytes, longOutput: 'cut' })
    return stdout
  }

  async function commit(request: CommitRequest): Promise<MadeCommit> {
    const made = await makeCommit(calls.here, folder, request)
    await noteParents(folder, made.id)
    for (const { path, bytes } of request.files) {
      const id = made.blobs.get(path)
      if (id !== undefined) known.blobs.set(id, bytes.byteLength)
    }
    return made
  }

  async function isSameTree(a: string, b: string): Promise<boolean> {
    const { stdout } = await calls.here(['rev-parse', '--verify', `${a}^{tree}`])
    const other = await calls.here(['rev-parse', '--verify', `${b}^{tree}`])
    return stdout.equals(other.stdout)
  }

  async function moves(
    gone: ReadonlyMap<string, string>,
    added: ReadonlyMap<string, string>,
  ): Promise<readonly MovedFile[]> {
    if (gone.size === 0 || added.size === 0) return []
    const areHere = (await missingOf([...new Set([...gone.values(), ...added.values()])])).length === 0
    return readMoves(calls.here, { gone, added, isChangedToo: areHere })
  }

  async function describe(commit: string): Promise<{ author: string; subject: string }> {
    const { stdout } = await calls.here(['log', '-1', '--format=%an%x00%s', commit])
    const [author = '', subject = ''] = stdout.toString('utf8').trimEnd().split('\0')
    return { author, subject }
  }

  return {
    ...branches,
    has: copy.has,
    isOvergrown: copy.isOvergrown,
    tidy: copy.tidy,
    ...contents,
    forget: known.forget,
    tree,
    head,
    taken: (commit, paths) => takenHere(git, folder, { commit, paths }),
    isSameTree,
    moves,
    describe,
    commit,
    push: (request) => pushBranch(calls.elsewhere, request),
  }
}

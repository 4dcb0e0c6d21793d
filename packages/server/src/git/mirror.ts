import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openKnownContents } from './known-contents.ts'
import { type CommitRequest, type MadeCommit, makeCommit } from './make-commit.ts'
import { isCopyOf, makeCopy } from './make-copy.ts'
import { oneByOne } from './one-by-one.ts'
import { type PushRequest, type PushResult, pushBranch } from './push-branch.ts'
import { blobsHere, takenHere } from './read-copy.ts'
import { readMoves } from './read-moves.ts'
import { type MovedFile, readSizes, readTreeEntries, type TreeEntry } from './read-output.ts'
import { callRemote, MIRROR_REMOTE, type Remote, TRANSFER_LIMITS, type TransferLimits } from './remote.ts'
import type { RemoteAddress } from './remote-address.ts'
import { removeFetchLeftovers, removeOldLeftovers } from './remove-leftovers.ts'
import { isScattered, repack } from './repack.ts'
import { type Git, GitError, type GitOutput, isRefMissing, type RunHere } from './run-git.ts'

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
  /** Returns the contents of files, and fetches the missing ones in one request. */
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

export type MirrorPlace = {
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

const ADDED_BY_FETCH = ['--no-tags', '--no-write-fetch-head', '--recurse-submodules=no', '--filter=blob:none']
/** For the list of branches and tags. */
const LOOK_BYTES = 32 * 1024 * 1024
/** Git prints nothing before it has the whole list. */
const LOOK_LIMITS = { memoryKib: 384 * 1024, fileKib: 1024 }
/** For loose objects and packs; each push adds some of both. */
const OVERGROWN_KIB = 128 * 1024
const OVERGROWN_PACKS = 1000
/** Git is no longer writing files that have not changed for this long. */
const LEFTOVER_MS = 10 * 60_000
/** Number of files that are fetched without checking whether they are here: the check takes longer. */
const FETCHED_UNSEEN = 20

export function openMirror(place: MirrorPlace): Mirror {
  const { git, folder, address, signal, withRemote, transfer = TRANSFER_LIMITS, silentMs } = place
  const known = openKnownContents()
  const local: RunHere = (args, rest = {}) => git({ repository: folder, args, signal, ...rest })
  const elsewhere = (
    args: readonly string[],
    rest: { readonly input?: string; readonly config?: readonly (readonly [string, string])[] } = {},
  ): Promise<GitOutput> =>
    oneByOne(folder, async () => {
      try {
        return await withRemote((remote) =>
          callRemote(git, remote, {
            repository: folder,
            args,
            signal,
            transfer,
            silentMs,
            isMoving: growthOf(folder),
            ...rest,
          }),
        )
      } catch (error) {
        await removeFetchLeftovers(folder)
        throw error
      }
    })

  async function listBranches(): Promise<RemoteBranches> {
    const { stdout } = await withRemote((remote) =>
      callRemote(git, remote, {
        repository: null,
        args: ['ls-remote', '--symref', '--end-of-options', address.url, 'HEAD', 'refs/heads/*'],
        maxBytes: LOOK_BYTES,
        limits: LOOK_LIMITS,
        silentMs,
        signal,
      }),
    )
    return branchesOf(stdout.toString('utf8'))
  }

  /** Whether leftovers of a killed process were removed; its Git programs can still be writing new ones. */
  let isTidy = false

  /** Creates an empty copy if there is none or Git cannot read it. Ids of 64 digits are SHA-256. */
  async function prepare(idLength: number): Promise<void> {
    if (!isTidy) await removeOldLeftovers(folder, LEFTOVER_MS)
    isTidy = true
    if (await isReady()) return
    await oneByOne(folder, () => recreateCopy(idLength))
  }

  async function recreateCopy(idLength: number): Promise<void> {
    if (await isReady()) return
    known.forget()
    await makeCopy(git, { folder, address, idLength, filter: 'blob:none', ...(signal && { signal }) })
  }

  async function isReady(): Promise<boolean> {
    const head = await stat(join(folder, 'HEAD')).catch(() => null)
    if (head === null) return false
    const copy = `${head.ino} ${head.birthtimeMs} ${address.url}`
    if (known.copy() === copy) return true
    if (!(await isCopyOf(local, folder, address))) return false
    known.isOf(copy)
    return true
  }

  async function fetchBranch(branch: string, here?: string): Promise<string | null> {
    const tip = (await listBranches()).tips.get(branch) ?? null
    if (tip === null) return null
    await prepare(tip.length)
    if (tip === here || (known.commits.has(tip) && (await has(tip)))) return tip
    const spec = `+refs/heads/${branch}:refs/remotes/${MIRROR_REMOTE}/${branch}`
    try {
      const args = ['fetch', '--progress', '--depth=1', ...ADDED_BY_FETCH, '--end-of-options']
      await elsewhere([...args, MIRROR_REMOTE, spec])
    } catch (error) {
      // It was deleted since it was looked up.
      if (isRefMissing(error)) return null
      throw error
    }
    // It might have moved since it was looked up.
    const fetched = await tipOf(`refs/remotes/${MIRROR_REMOTE}/${branch}`)
    known.commits.add(fetched)
    return fetched
  }

  async function tipOf(ref: string): Promise<string> {
    const plain = await readFile(join(folder, ref), 'latin1').catch(() => '')
    if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})\n$/.test(plain)) return plain.trim()
    const { stdout } = await local(['rev-parse', '--verify', `${ref}^{commit}`])
    return stdout.toString('utf8').trim()
  }

  async function has(commit: string): Promise<boolean> {
    // The copy of another repository, which this one has replaced, is recreated with the next fetch.
    if (!(await isReady())) return false
    const found = await local(['cat-file', '-e', `${commit}^{tree}`]).catch(() => null)
    if (found !== null) known.commits.add(commit)
    return found !== null
  }

  async function fetchCommit(commit: string): Promise<boolean> {
    if (known.commits.has(commit) && (await has(commit))) return true
    try {
      await elsewhere([
        'fetch',
        '--progress',
        '--depth=1',
        ...ADDED_BY_FETCH,
        '--end-of-options',
        MIRROR_REMOTE,
        commit,
      ])
      known.commits.add(commit)
      return true
    } catch (error) {
      if (error instanceof GitError && error.reason === 'failed') return has(commit)
      throw error
    }
  }

  async function tree(commit: string, folders: readonly string[]): Promise<readonly TreeEntry[]> {
    const paths = folders.includes('') ? [] : ['--', ...folders.map((folder) => `${folder}/`)]
    const { stdout } = await local(['ls-tree', '-r', '-z', '--full-tree', commit, ...paths])
    return readTreeEntries(stdout)
  }

  async function fetchMissing(wanted: readonly string[]): Promise<void> {
    const missing = await missingOf(wanted)
    if (missing.length > 0) {
      const config = [['fetch.negotiationAlgorithm', 'noop']] as const
      await elsewhere(
        ['fetch', '--progress', ...ADDED_BY_FETCH, '--stdin', '--end-of-options', MIRROR_REMOTE],
        {
          input: `${missing.join('\n')}\n`,
          config,
        },
      )
    }
    for (const id of wanted) if (!known.blobs.has(id)) known.blobs.set(id, null)
  }

  async function fetchBlobs(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const wanted = [...new Set(ids)]
    if (wanted.length === 0) return new Map()
    await fetchMissing(wanted)
    const unmeasured = wanted.filter((id) => known.blobs.get(id) === null)
    if (unmeasured.length > 0) {
      const { stdout } = await local(['cat-file', '--batch-check=%(objectname) %(objectsize)'], {
        input: `${unmeasured.join('\n')}\n`,
      })
      for (const [id, size] of readSizes(stdout)) known.blobs.set(id, size)
    }
    const sizes = new Map<string, number>()
    for (const id of wanted) {
      const size = known.blobs.get(id) ?? null
      if (size !== null) sizes.set(id, size)
    }
    return sizes
  }

  async function blobs(ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const wanted = [...new Set(ids)]
    if (wanted.length === 0) return new Map()
    await fetchMissing(wanted)
    return blobsHere(git, folder, wanted)
  }

  async function commit(request: CommitRequest): Promise<MadeCommit> {
    const made = await makeCommit(local, folder, request)
    for (const { path, bytes } of request.files) {
      const id = made.blobs.get(path)
      if (id !== undefined) known.blobs.set(id, bytes.byteLength)
    }
    return made
  }

  async function isOvergrown(): Promise<boolean> {
    const { stdout } = await local(['count-objects', '-v'])
    const figures = new Map(
      stdout
        .toString('utf8')
        .split('\n')
        .map((line) => {
          const [name = '', value] = line.split(': ')
          return [name, Number(value)] as const
        }),
    )
    const [loose, packs] = [figures.get('size') ?? 0, figures.get('packs') ?? 0]
    return loose > OVERGROWN_KIB || packs > OVERGROWN_PACKS
  }

  async function tidy(): Promise<void> {
    if (!(await isReady()) || !(await isScattered(folder))) return
    await oneByOne(folder, () => repack(local, folder))
  }

  async function isSameTree(a: string, b: string): Promise<boolean> {
    const { stdout } = await local(['rev-parse', '--verify', `${a}^{tree}`])
    const other = await local(['rev-parse', '--verify', `${b}^{tree}`])
    return stdout.equals(other.stdout)
  }

  async function moves(
    gone: ReadonlyMap<string, string>,
    added: ReadonlyMap<string, string>,
  ): Promise<readonly MovedFile[]> {
    if (gone.size === 0 || added.size === 0) return []
    const areHere = (await missingOf([...new Set([...gone.values(), ...added.values()])])).length === 0
    return readMoves(local, { gone, added, isChangedToo: areHere })
  }

  async function describe(commit: string): Promise<{ author: string; subject: string }> {
    const { stdout } = await local(['log', '-1', '--format=%an%x00%s', commit])
    const [author = '', subject = ''] = stdout.toString('utf8').trimEnd().split('\0')
    return { author, subject }
  }

  /**
   * Returns the ids that the copy can lack. If each was looked up, Git would request every missing one from
   * the repository, without success, and then search everything ever fetched. If many are unknown, all objects here
   * are listed instead.
   */
  async function missingOf(wanted: readonly string[]): Promise<readonly string[]> {
    const unknown = wanted.filter((id) => !known.blobs.has(id))
    if (unknown.length === 0 || (known.blobs.size > 0 && unknown.length <= FETCHED_UNSEEN)) return unknown
    const { stdout } = await local([
      'cat-file',
      '--batch-check=%(objectname)',
      '--batch-all-objects',
      '--unordered',
    ])
    const here = new Set(stdout.toString('latin1').split('\n'))
    return unknown.filter((id) => !here.has(id))
  }

  return {
    listBranches,
    forget: known.forget,
    fetchBranch,
    fetchCommit,
    tree,
    has,
    fetchBlobs,
    isOvergrown,
    tidy,
    taken: (commit, paths) => takenHere(git, folder, { commit, paths }),
    isSameTree,
    moves,
    describe,
    blobs,
    commit,
    push: (request) => pushBranch(elsewhere, request),
  }
}

/** Returns whether what is being fetched into a copy has grown since the last call. */
function growthOf(folder: string): () => Promise<boolean> {
  const packs = join(folder, 'objects/pack')
  let before = 0
  return async () => {
    const names = (await readdir(packs)).filter((name) => name.startsWith('tmp_'))
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(packs, name))).size))
    const now = sizes.reduce((sum, size) => sum + size, 0)
    const hasGrown = now > before
    before = now
    return hasGrown
  }
}

function branchesOf(text: string): RemoteBranches {
  const tips = new Map<string, string>()
  let defaultBranch: string | null = null
  for (const line of text.split('\n')) {
    const [left = '', ref = ''] = line.split('\t')
    if (left.startsWith('ref: refs/heads/') && ref === 'HEAD')
      defaultBranch = left.slice('ref: refs/heads/'.length)
    else if (ref.startsWith('refs/heads/')) tips.set(ref.slice('refs/heads/'.length), left)
  }
  return { defaultBranch, tips }
}

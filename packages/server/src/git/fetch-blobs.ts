import { ADDED_BY_FETCH } from './fetch-branches.ts'
import type { KnownContents } from './known-contents.ts'
import type { Mirror, MirrorLocation } from './mirror.ts'
import type { MirrorCalls } from './mirror-calls.ts'
import { blobsHere, sizesHere } from './read-copy.ts'
import { MIRROR_REMOTE, OBJECTS_BYTES } from './remote.ts'
import { type Git, GitError } from './run-git.ts'

/** Number of files that are fetched without checking whether they are here: the check takes longer. */
const FETCHED_UNSEEN = 20
/** Maximum size of files that are read together. A few kilobytes of a pack can become any number of gigabytes. */
const BLOBS_BYTES = 512 * 1024 * 1024

export type BlobFetches = Pick<Mirror, 'fetchBlobs' | 'blobs'> & {
  /** Returns the ids that the copy can lack. */
  readonly missingOf: (ids: readonly string[]) => Promise<readonly string[]>
}

/** Fetches contents of files that the copy lacks. */
export function openBlobFetches(
  { git: anyGit, folder, signal }: Pick<MirrorLocation, 'git' | 'folder' | 'signal'>,
  { here, elsewhere }: MirrorCalls,
  known: KnownContents,
): BlobFetches {
  const git: Git = (call) => anyGit({ signal, ...call })

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
      for (const [id, size] of await sizesHere(git, folder, unmeasured)) known.blobs.set(id, size)
    }
    const sizes = new Map<string, number>()
    for (const id of wanted) {
      const size = known.blobs.get(id) ?? null
      if (size !== null) sizes.set(id, size)
    }
    return sizes
  }

  async function blobs(ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const sizes = await fetchBlobs(ids)
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    if (bytes > BLOBS_BYTES)
      throw new GitError(['cat-file'], { exitCode: null, stderr: '', stdout: '', reason: 'too-large' })
    return blobsHere(git, folder, sizes)
  }

  /**
   * Returns the ids that the copy can lack. If each was looked up, Git would request every missing one from
   * the repository, without success, and then search everything ever fetched. If many are unknown, all objects here
   * are listed instead.
   */
  async function missingOf(wanted: readonly string[]): Promise<readonly string[]> {
    const unknown = wanted.filter((id) => !known.blobs.has(id))
    if (unknown.length === 0 || (known.blobs.size > 0 && unknown.length <= FETCHED_UNSEEN)) return unknown
    const args = ['cat-file', '--batch-check=%(objectname)', '--batch-all-objects', '--unordered']
    const { stdout } = await here(args, { maxBytes: OBJECTS_BYTES })
    const stored = new Set(stdout.toString('latin1').split('\n'))
    return unknown.filter((id) => !stored.has(id))
  }

  return { fetchBlobs, blobs, missingOf }
}

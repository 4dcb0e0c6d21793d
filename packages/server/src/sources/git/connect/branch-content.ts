import { decodeHead, FILE_LIMITS, type FolderContent } from '@dragoman/formats'
import type { Mirror } from '../../../git/mirror.ts'
import { portionsOf } from '../../../git/read-copy.ts'
import type { TreeEntry } from '../../../git/read-output.ts'
import { oneAtATime } from '../../../one-at-a-time.ts'
import { LFS } from '../read/branch-files.ts'

/** Enough for the header and the first entries of any format. */
const HEAD_BYTES = 8 * 1024

export type BranchContent = FolderContent & {
  /** Files that turned out to be LFS pointers. */
  readonly lfsPointers: () => readonly string[]
  /** False if there was more to read than could be fetched. */
  readonly isWhole: () => boolean
}

export type BranchContentLimits = {
  /** Maximum number of files whose contents are fetched. */
  readonly files: number
  /** A time of `performance.now()`. */
  readonly untilMs: number
}

/**
 * Reads a commit for detection without having its files: contents are fetched when they are needed, many in
 * one request. Files over the limits appear empty, like unreadable files in a folder.
 */
export function branchContent(
  mirror: Pick<Mirror, 'fetchBlobs' | 'blobs' | 'head'>,
  entries: readonly TreeEntry[],
  { files: filesMax, untilMs }: BranchContentLimits,
): BranchContent {
  const idOf = new Map(
    entries.flatMap(({ path, kind, id }) => (kind === 'file' ? [[path, id] as const] : [])),
  )
  const known = new Map<string, { readonly head: Buffer; readonly size: number }>()
  const pointers = new Set<string>()
  let isWhole = true
  // Overlapping requests would fetch the same contents.
  const { inTurn } = oneAtATime()

  async function bring(paths: readonly string[]): Promise<void> {
    const missing = [...new Set(paths)].flatMap((path) => {
      const id = idOf.get(path)
      return id === undefined || known.has(id) ? [] : [id]
    })
    const room = performance.now() > untilMs ? 0 : Math.max(0, filesMax - known.size)
    if (missing.length > room) isWhole = false
    const wanted = missing.slice(0, room)
    if (wanted.length === 0) return
    const sizes = [...(await mirror.fetchBlobs(wanted))]
    const small = new Map(sizes.filter(([, size]) => size <= FILE_LIMITS.fileBytes))
    // A copy: a slice would keep the whole response in memory
    for (const { ids } of portionsOf(small))
      for (const [id, bytes] of await mirror.blobs(ids))
        known.set(id, { head: Buffer.from(bytes.subarray(0, HEAD_BYTES)), size: bytes.length })
    await bringHeads(sizes.filter(([id]) => !small.has(id)))
  }

  /** A large file is recognized by its beginning, and reported when it is synced. */
  async function bringHeads(large: readonly (readonly [id: string, size: number])[]): Promise<void> {
    for (const [id, size] of large) {
      if (performance.now() > untilMs) isWhole = false
      else known.set(id, { head: await mirror.head(id, HEAD_BYTES), size })
    }
  }

  async function found(path: string) {
    const id = idOf.get(path)
    if (id === undefined) return null
    if (!known.has(id)) await inTurn(() => bring([path]))
    const one = known.get(id) ?? null
    if (one === null || one.head.toString('latin1', 0, LFS.length) !== LFS) return one
    pointers.add(path)
    return null
  }

  return {
    prepare: (paths) => inTurn(() => bring(paths)),
    async head(path) {
      const one = await found(path)
      return one === null ? '' : decodeHead(one.head)
    },
    async bytes(path) {
      const one = await found(path)
      const id = idOf.get(path)
      if (one === null || id === undefined || one.size > FILE_LIMITS.fileBytes) return new Uint8Array()
      return (await mirror.blobs([id])).get(id) ?? new Uint8Array()
    },
    // Git knows no sizes without contents: a file that was not read yet counts as empty.
    size: async (path) => known.get(idOf.get(path) ?? '')?.size ?? 0,
    lfsPointers: () => [...pointers].sort(),
    isWhole: () => isWhole,
  }
}

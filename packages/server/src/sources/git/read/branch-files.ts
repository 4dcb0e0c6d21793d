import { FILE_LIMITS, matchFile } from '@dragoman/formats'
import type { Mirror } from '../../../git/mirror.ts'
import { fixedParts } from '../../folder/fixed-part.ts'
import type { LeftOut } from '../../folder/left-out.ts'
import type { ChangedKeys } from '../branches/branch-differences.ts'

/** The files of a pattern in a commit, with their contents in the copy. */
export type BranchFiles = {
  readonly commit: string
  readonly files: ReadonlyMap<string, BranchFile>
  /** Entries that match the pattern but are not read. */
  readonly leftOut: readonly LeftOut[]
  /** For a translation branch: the keys that it changes. Absent: all keys. */
  readonly keys?: ChangedKeys
  /** For a translation branch: the namespaces whose files were read. Absent: all. */
  readonly namespaces?: ReadonlySet<string>
}

export type BranchFile = {
  readonly id: string
  readonly bytes: number
  readonly isExecutable: boolean
}

/** Number of blobs fetched per request. */
const BROUGHT_AT_ONCE = 5000

/** Fetches the files of a pattern. Throws GitError and OutgoingError. */
export async function readBranchFiles(mirror: Mirror, commit: string, pattern: string): Promise<BranchFiles> {
  const leftOut: LeftOut[] = []
  const matching: { readonly path: string; readonly id: string; readonly isExecutable: boolean }[] = []
  for (const { path, kind, id, isExecutable } of await mirror.tree(commit, fixedParts(pattern))) {
    if (!isUsablePath(path) || matchFile(pattern, path) === null) continue
    if (kind === 'file') matching.push({ path, id, isExecutable })
    // Git stores a link as a text; it is never followed. A submodule is another repository.
    else leftOut.push({ path, reason: 'link' })
  }
  const sizes = new Map<string, number>()
  for (let from = 0; from < matching.length; from += BROUGHT_AT_ONCE) {
    const ids = matching.slice(from, from + BROUGHT_AT_ONCE).map(({ id }) => id)
    for (const [id, size] of await mirror.fetchBlobs(ids)) sizes.set(id, size)
  }
  const files = new Map<string, BranchFile>()
  for (const { path, id, isExecutable } of matching)
    files.set(path, { id, isExecutable, bytes: sizes.get(id) ?? 0 })
  return { commit, files, leftOut }
}

/** Returns false for control characters and ways out of the folder: only hostile repositories have them. */
export function isUsablePath(path: string): boolean {
  if (/[\u0000-\u001f\u007f\ufffd]/.test(path)) return false
  return !path.split('/').some((part) => part === '' || part === '.' || part === '..')
}

/** Returns the paths whose contents differ between two commits. */
export function changedPaths(before: BranchFiles | null, after: BranchFiles): readonly string[] {
  if (before === null) return [...after.files.keys()]
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])]
  return paths.filter((path) => before.files.get(path)?.id !== after.files.get(path)?.id)
}

/** Whether a file is larger than any that is read; its contents are not read then. */
export function isTooLarge(bytes: number): boolean {
  return bytes > FILE_LIMITS.fileBytes
}

/** Returns why a file of a branch cannot be read: too large, or a pointer to Git LFS. Null if it can be. */
export function faultOf(bytes: Uint8Array): string | null {
  if (isTooLarge(bytes.byteLength)) return 'too-large'
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, LFS.length))
  return head.toString('latin1') === LFS ? 'lfs-pointer' : null
}

/** First line of a file whose contents are stored in Git LFS. */
export const LFS = 'version https://git-lfs.github.com/spec/'

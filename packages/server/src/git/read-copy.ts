import { readBlobs, readModes, readSizes, readTreeEntries, type TreeEntry } from './read-output.ts'
import type { Git } from './run-git.ts'

/** Maximum size of the files that one call of Git returns; a larger file is returned alone. */
const PORTION_BYTES = 64 * 1024 * 1024
/** Maximum size of the line before each file. */
const LINE_BYTES = 100

/** Returns the id of a file in a commit of a copy; null if there is none, or a link. Throws GitError. */
export async function blobIdHere(
  git: Git,
  folder: string,
  { commit, path }: { readonly commit: string; readonly path: string },
): Promise<string | null> {
  const args = ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', path]
  const { stdout } = await git({ repository: folder, args })
  const isFile = (entry: TreeEntry) => entry.path === path && entry.kind === 'file'
  return readTreeEntries(stdout).find(isFile)?.id ?? null
}

/** Number of names per call: the length of all arguments is limited. */
const NAMES_AT_ONCE = 2000
const FOLDER_MODE = '040000'

/**
 * Returns the paths at which a commit has no place for a file, because of what people put there: a link, a
 * submodule or a folder instead of the file, or anything but a folder on the way to it. Git would replace it
 * without a word. Throws GitError.
 */
export async function takenHere(
  git: Git,
  folder: string,
  { commit, paths }: { readonly commit: string; readonly paths: readonly string[] },
): Promise<ReadonlySet<string>> {
  const names = [...new Set(paths.flatMap((path) => [...foldersOf(path), path]))]
  const modes = new Map<string, string>()
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
    const some = names.slice(from, from + NAMES_AT_ONCE)
    const args = ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', ...some]
    const { stdout } = await git({ repository: folder, args })
    for (const [path, mode] of readModes(stdout)) modes.set(path, mode)
  }
  const isTaken = (path: string) => {
    const own = modes.get(path)
    if (own !== undefined && !own.startsWith('100')) return true
    return foldersOf(path).some((one) => (modes.get(one) ?? FOLDER_MODE) !== FOLDER_MODE)
  }
  return new Set(paths.filter(isTaken))
}

/** Returns `a` and `a/b` for `a/b/c`. */
function foldersOf(path: string): readonly string[] {
  const steps = path.split('/').slice(0, -1)
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'))
}

/** Returns the contents of files that a copy has, by their sizes. Throws GitError. */
export async function blobsHere(
  git: Git,
  folder: string,
  sizes: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, Buffer>> {
  const blobs = new Map<string, Buffer>()
  for (const { ids, bytes } of portionsOf(sizes)) {
    const { stdout } = await git({
      repository: folder,
      args: ['cat-file', '--batch'],
      input: `${ids.join('\n')}\n`,
      maxBytes: Math.max(bytes, PORTION_BYTES) + ids.length * LINE_BYTES,
    })
    for (const [id, content] of readBlobs(stdout)) blobs.set(id, content)
  }
  return blobs
}

type Portion = { readonly ids: readonly string[]; readonly bytes: number }

/** Divides files into portions that are small enough for one call of Git. */
export function portionsOf(sizes: ReadonlyMap<string, number>): readonly Portion[] {
  const portions: { ids: string[]; bytes: number }[] = []
  for (const [id, bytes] of sizes) {
    const last = portions.at(-1)
    if (last !== undefined && last.bytes + bytes <= PORTION_BYTES) {
      last.ids.push(id)
      last.bytes += bytes
    } else portions.push({ ids: [id], bytes })
  }
  return portions
}

/** Returns the sizes of files that a copy has. Throws GitError. */
export async function sizesHere(
  git: Git,
  folder: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { stdout } = await git({
    repository: folder,
    args: ['cat-file', '--batch-check=%(objectname) %(objectsize)'],
    input: `${ids.join('\n')}\n`,
  })
  return readSizes(stdout)
}

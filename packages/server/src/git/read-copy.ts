import { readBlobs, readTreeEntries } from './read-output.ts'
import type { Git } from './run-git.ts'

const BLOBS_BYTES = 2 * 1024 * 1024 * 1024

/** Returns the id of a file in a commit of a copy; null if there is no such file. Throws GitError. */
export async function blobIdHere(
  git: Git,
  folder: string,
  { commit, path }: { readonly commit: string; readonly path: string },
): Promise<string | null> {
  const args = ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', path]
  const { stdout } = await git({ repository: folder, args })
  return readTreeEntries(stdout).find((entry) => entry.path === path)?.id ?? null
}

/** Returns the contents of files that a copy has. */
export async function blobsHere(
  git: Git,
  folder: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const { stdout } = await git({
    repository: folder,
    args: ['cat-file', '--batch'],
    input: `${ids.join('\n')}\n`,
    maxBytes: BLOBS_BYTES,
  })
  return readBlobs(stdout)
}

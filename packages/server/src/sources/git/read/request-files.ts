import type { Mirror } from '../../../git/mirror.ts'
import { GitError } from '../../../git/run-git.ts'
import { OutgoingError } from '../../../outgoing/open-outgoing.ts'
import { fixedParts } from '../../folder/fixed-part.ts'

/** Reads files of a commit. Returns null if there is none, or the copy lacks it and the repository cannot be reached. */
export function openFilesOf(
  mirror: Mirror,
  commit: string | null,
  pattern: string,
): (path: string) => Promise<Uint8Array | null> {
  let ids: ReadonlyMap<string, string> | null = null

  async function readIds(): Promise<ReadonlyMap<string, string>> {
    if (commit === null || !(await mirror.has(commit))) return new Map()
    const entries = await mirror.tree(commit, fixedParts(pattern))
    return new Map(entries.filter(({ kind }) => kind === 'file').map(({ path, id }) => [path, id]))
  }

  return async (path) => {
    try {
      ids ??= await readIds()
      const id = ids.get(path)
      return id === undefined ? null : ((await mirror.blobs([id])).get(id) ?? null)
    } catch (error) {
      // What is saved here is written anyway.
      if (error instanceof GitError || error instanceof OutgoingError) return null
      throw error
    }
  }
}

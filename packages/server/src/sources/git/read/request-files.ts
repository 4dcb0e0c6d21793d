import { gitSource, type Store } from '@dragoman/store'
import type { Mirror } from '../../../git/mirror.ts'
import { GitError } from '../../../git/run-git.ts'
import { OutgoingError } from '../../../outgoing/open-outgoing.ts'
import { fixedParts } from '../../folder/fixed-part.ts'

/**
 * Reads files on the branch of our pull request, as it was when we last pushed or merged it. Returns null if
 * there is no such file, or the copy lacks it and the repository cannot be reached.
 */
export async function openRequestFiles(
  mirror: Mirror,
  {
    store,
    sourceId,
    pattern,
  }: { readonly store: Pick<Store, 'read'>; readonly sourceId: number; readonly pattern: string },
): Promise<(path: string) => Promise<Uint8Array | null>> {
  const { pushedHead = null } = (await store.read((r) => gitSource(r, sourceId))) ?? {}
  let ids: ReadonlyMap<string, string> | null = null

  async function idsOf(commit: string): Promise<ReadonlyMap<string, string>> {
    if (!(await mirror.has(commit))) return new Map()
    const entries = await mirror.tree(commit, fixedParts(pattern))
    return new Map(entries.filter(({ kind }) => kind === 'file').map(({ path, id }) => [path, id]))
  }

  return async (path) => {
    if (pushedHead === null) return null
    try {
      ids ??= await idsOf(pushedHead)
      const id = ids.get(path)
      return id === undefined ? null : ((await mirror.blobs([id])).get(id) ?? null)
    } catch (error) {
      // What is saved here is written anyway.
      if (error instanceof GitError || error instanceof OutgoingError) return null
      throw error
    }
  }
}

import { branchOfProject, closeBranch, type SourceRow } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import { syncOf } from '../sync/run/sync-of.ts'
import type { ActiveSources } from './active-sources.ts'
import { mergeBranch } from './git/merge-branch.ts'
import type { BranchEnd } from './git/open-git.ts'

type BranchEndsParts = Pick<Deps, 'store' | 'now'> & {
  readonly sources: () => ActiveSources
  readonly syncNow: (projectId: number, sourceId: number) => Promise<number>
}

/**
 * Returns what closes a translation branch when its Git branch has ended. Not awaited, as the source that reports it
 * is stopped. If interrupted, it is reported and done again.
 */
export function endBranches({ store, now, sources, syncNow }: BranchEndsParts) {
  /** Projects of the branches that are being closed. */
  const ending = new Set<number>()

  async function close(projectId: number, row: SourceRow, end: BranchEnd): Promise<void> {
    const branch = await store.read((r) => branchOfProject(r, projectId))
    if (branch === null) return
    const at = now().toISOString()
    if (end !== 'merged') {
      await store.write((w) => closeBranch(w, branch, { because: end, at }))
      return
    }
    // What came with the merge has to be in the project before unsent texts are merged into it.
    await syncNow(branch.parentId, branch.intoSourceId)
    const own = sources().get(branch.sourceId)
    if (own !== undefined) await sources().stop(own)
    const by = syncOf(row)
    const origin = { actor: by.actor, address: null, tokenId: null }
    await store.write((w) => mergeBranch(w, { branch, texts: 'move', because: 'merged', by, at, origin }))
  }

  return (row: SourceRow, projectId: number, end: BranchEnd): void => {
    if (ending.has(projectId)) return
    ending.add(projectId)
    sources().inBackground(
      row,
      close(projectId, row, end).finally(() => ending.delete(projectId)),
    )
  }
}

import { branchOfProject, closeBranch, type SourceRow } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import { syncOf } from '../sync/run/sync-of.ts'
import type { ActiveSources } from './active-sources.ts'
import { mergeBranch } from './git/branches/merge-branch.ts'
import { prepareTexts } from './git/branches/texts-in-files.ts'
import type { BranchEnd } from './git/open-git.ts'

/** Pause after a merge that failed: the source, which continues, reports its end immediately. */
const RETRY_MS = 5 * 60_000

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
  /** Projects of branches whose merge failed, and when it can be tried again, in milliseconds. */
  const notBefore = new Map<number, number>()

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
    const by = syncOf(row)
    const origin = { actor: by.actor, address: null, tokenId: null }
    const request = { branch, texts: 'move', because: 'merged', by, at, origin } as const
    await sources().whileStopped(sources().of(projectId), async () => {
      try {
        const prepared = await prepareTexts(store.read, branch)
        await store.write((w) => mergeBranch(w, { ...request, prepared }))
      } catch (error) {
        notBefore.set(projectId, now().getTime() + RETRY_MS)
        throw error
      }
    })
  }

  return (row: SourceRow, projectId: number, end: BranchEnd): void => {
    if (ending.has(projectId) || now().getTime() < (notBefore.get(projectId) ?? 0)) return
    notBefore.delete(projectId)
    ending.add(projectId)
    sources().inBackground(
      row,
      close(projectId, row, end).finally(() => ending.delete(projectId)),
    )
  }
}

import { branchOfProject, projectById } from '@dragoman/store'
import type { BranchReading } from '../read/branch-reader.ts'
import { hasAllOfBranch } from './branch-differences.ts'

/**
 * For a translation branch: whether the branch it is compared with has everything that it changes, however it got
 * there. The changes are those that were read last, as the branch can have been moved to a commit without changes: by
 * people who continue after the merge, or for a moment. Throws GitProblemError, GitError and OutgoingError.
 */
export async function isBranchMerged(reader: BranchReading): Promise<boolean> {
  const { store, row, projectId, format, mirror, history, state } = reader
  const { into } = row
  const { current, newest } = state
  const tip = (newest ?? current)?.commit
  const isBehind = newest !== null && newest !== current
  // After a start, nothing newer than the last commit read is known.
  if (into === undefined || tip === undefined || isBehind || !state.wasRead) return false
  const { project, changes } = await store.read(async (r) => ({
    project: await projectById(r, projectId),
    changes: (await branchOfProject(r, projectId))?.changes ?? null,
  }))
  // A branch that has changed nothing yet is new, not merged.
  if (changes === null || project === null) return false
  const target = await mirror.fetchBranch(into.branch)
  if (target === null || target === changes.mergeBase) return false
  if (state.compared?.target === target && state.compared.tip === changes.tip) return false
  // The target has its commits, even if they were reverted since.
  const met =
    tip === changes.tip
      ? await history.mergeBase(row.branch, into.branch)
      : await history.mergeBaseOf(changes.tip, target)
  if (met === changes.tip) return true
  const { sourceLanguage } = project
  if (
    (await areAvailable(reader, [changes.mergeBase, changes.tip])) &&
    (await hasAllOfBranch(mirror, { source: row, format, sourceLanguage }, { ...changes, target }))
  )
    return true
  state.compared = { tip: changes.tip, target }
  return false
}

/** Whether the repository still provides commits that it might have removed after a force-push. */
async function areAvailable({ mirror }: BranchReading, commits: readonly string[]): Promise<boolean> {
  for (const commit of commits)
    if (!(await mirror.has(commit)) && !(await mirror.fetchCommit(commit))) return false
  return true
}

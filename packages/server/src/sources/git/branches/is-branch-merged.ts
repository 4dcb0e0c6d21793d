import { branchOfProject, listNamespaces, projectById } from '@dragoman/store'
import type { Reader } from '../read/branch-reader.ts'
import { hasAllOfBranch } from './branch-differences.ts'

/**
 * For a translation branch: whether the branch it is compared with has everything that it changes, however it got
 * there. Throws GitProblemError, GitError and OutgoingError.
 */
export async function isBranchMerged(reader: Reader): Promise<boolean> {
  const { store, row, projectId, format, mirror, history, state } = reader
  const { into } = row
  const { current, newest } = state
  const tip = (newest ?? current)?.commit
  const isBehind = newest !== null && newest !== current
  // After a start, nothing newer than the last commit read is known.
  if (into === undefined || tip === undefined || isBehind || !state.wasRead) return false
  const { project, hasKeys, mergeBase } = await store.read(async (r) => ({
    project: await projectById(r, projectId),
    hasKeys: (await listNamespaces(r, projectId)).some(({ keys }) => keys > 0),
    mergeBase: (await branchOfProject(r, projectId))?.mergeBase ?? null,
  }))
  // A branch without differences yet is new, not merged.
  if (!hasKeys || mergeBase === null || project === null) return false
  if (mergeBase === tip) return true
  const target = await mirror.fetchBranch(into.branch)
  if (target === null || target === mergeBase) return false
  if (state.compared?.target === target && state.compared.tip === tip) return false
  // The target has its commits, even if they were reverted since.
  if ((await history.mergeBase(row.branch, into.branch)) === tip) return true
  const { sourceLanguage } = project
  const commits = { mergeBase, tip, target }
  if (await hasAllOfBranch(mirror, { source: row, format, sourceLanguage }, commits)) return true
  state.compared = { tip, target }
  return false
}

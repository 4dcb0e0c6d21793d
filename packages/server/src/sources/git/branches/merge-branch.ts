import {
  type AuditOrigin,
  type BranchRow,
  branchOfProject,
  closeBranch,
  countDiscussions,
  dismissBranch,
  gitSource,
  lockProject,
  moveDiscussions,
  type Requester,
  recordAudit,
  removeBranch,
  type Writer,
} from '@dragoman/store'
import { branchTexts } from './branch-texts.ts'
import { mergeTexts } from './merge-texts.ts'
import { requireNothingMore, type SeenOfBranch } from './require-nothing-unsent.ts'
import type { PreparedTexts } from './texts-in-files.ts'

export type MergedBranch = {
  readonly operationId: number | null
  readonly moved: number
  readonly conflicts: number
  /** Texts of keys that the project does not have; the branch is kept because of them. */
  readonly left: number
  /** Threads of comments, open suggestions and rejections that were moved; and those of such keys. */
  readonly discussions: number
  readonly leftDiscussions: number
}

export type MergeBranchRequest = {
  readonly branch: BranchRow
  /** What happens to texts that were not sent, and to comments, suggestions and rejections. */
  readonly texts: 'move' | 'discard'
  /** What the person has seen of what is discarded; absent: all of it is. */
  readonly seen?: SeenOfBranch | undefined
  /**
   * `person`: the branch does not reopen automatically for the same pull request; `merged`: not as long as it is at the
   * same commit either.
   */
  readonly because: 'merged' | 'person'
  /** What its files have: other writes wait while those are parsed that changed since, or all if it is absent. */
  readonly prepared?: PreparedTexts
  readonly by: Requester
  readonly at: string
  readonly origin: AuditOrigin
}

/**
 * Ends a translation branch in one transaction: texts that were not sent are merged into its project, key by
 * key and language by language, as one operation; if the project has another text by now, a conflict keeps
 * both. Texts that both have get the states and authors that they have in the branch. Comments, suggestions and
 * rejections are moved to the same keys of the project. Then the branch is removed, unless it has texts or comments of
 * keys that the project does not have: it is closed, and this can be repeated. Null if someone else has removed it
 * already; throws `unsent-texts` if more would be discarded than the person has seen. The sync of its files has ended
 * before.
 */
export async function mergeBranch(
  w: Writer,
  { branch: found, texts, seen, because, prepared, by, at, origin }: MergeBranchRequest,
): Promise<MergedBranch | null> {
  const { parentId, projectId } = found
  await lockProject(w, parentId)
  // Nothing is written there from now on: it would be removed with the branch.
  await lockProject(w, projectId)
  const branch = await branchOfProject(w, projectId)
  if (branch === null) return null
  if (texts === 'discard' && seen !== undefined) await requireNothingMore(w, branch, { seen, prepared })
  const mergedTip = because === 'merged' ? ((await gitSource(w, branch.sourceId))?.commit ?? null) : null
  if (because === 'person' || mergedTip !== null)
    await dismissBranch(w, branch, { pullRequest: branch.pullRequest, mergedTip })
  const merged = texts === 'discard' ? NOTHING : await mergeContent(w, { branch, by, at, prepared })
  if (merged.left > 0 || merged.leftDiscussions > 0) {
    await closeBranch(w, branch, { because, at })
    return merged
  }
  await removeBranch(w, branch)
  const entry = { kind: 'source.removed', projectId: parentId, target: branch.branch } as const
  const details = { texts, moved: merged.moved, conflicts: merged.conflicts }
  await recordAudit(w, { ...entry, origin, details })
  return merged
}

const NOTHING: MergedBranch = {
  operationId: null,
  moved: 0,
  conflicts: 0,
  left: 0,
  discussions: 0,
  leftDiscussions: 0,
}

async function mergeContent(
  w: Writer,
  {
    branch,
    by,
    at,
    prepared,
  }: Pick<MergeBranchRequest, 'branch' | 'by' | 'at'> & { readonly prepared: PreparedTexts | undefined },
): Promise<MergedBranch> {
  const all = await countDiscussions(w, branch)
  const texts = await branchTexts(w, branch, prepared)
  const { keys, ...merged } = await mergeTexts(w, { branch, texts, by, at })
  await moveDiscussions(w, branch, { keys, by: by.actor })
  const leftDiscussions = await countDiscussions(w, branch)
  return { ...merged, discussions: all - leftDiscussions, leftDiscussions }
}

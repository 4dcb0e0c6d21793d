import { matchPattern } from '@dragoman/core'
import type { Format } from '@dragoman/formats'
import {
  type BranchRow,
  type Dismissal,
  dismissBranch,
  dismissedBranches,
  forgetDismissal,
  type GitSource,
  type GitSourceRow,
  listBranches,
  openBranch,
  projectById,
  type RequestBranchName,
  reopenBranch,
  requestBranchesOf,
  requestBranchOf,
  type Store,
  updateBranch,
} from '@dragoman/store'
import type { Forge, PullRequest } from '../../../forges/forge.ts'
import { isMomentary } from '../../../forges/github-commits.ts'
import type { History } from '../../../git/history.ts'
import type { Mirror } from '../../../git/mirror.ts'
import type { Log } from '../../../log.ts'
import { syncOf } from '../../../sync/run/sync-of.ts'
import { asForgeProblem } from '../forge-problem.ts'
import { GitProblemError } from '../git-problem.ts'
import type { BranchEnd } from '../open-git.ts'
import { readPullRequest } from '../send/read-pull-request.ts'
import { hasAllOfBranch, readBranchDifferences } from './branch-differences.ts'

export type FollowBranchesParts = {
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
  readonly row: GitSource
  readonly projectId: number
  readonly format: Format
  readonly mirror: Mirror
  readonly history: History
  readonly forge: (state: GitSourceRow) => Forge | null
  readonly onEnd: (branch: BranchRow, end: BranchEnd) => void
}

/** Maximum number of branches opened per look: each takes a few calls of Git. */
const OPENED_AT_ONCE = 20
/** Maximum number of branches that are checked per look: nothing is sent meanwhile. The next look continues. */
const LOOKED_AT = 50

/**
 * Opens the translation branches that the settings ask for: of each open pull request, or of branches whose
 * name matches a pattern, if they change texts and no person has closed them. Reports branches whose pull
 * request has ended, and reopens those that are back. Throws GitProblemError, GitError and OutgoingError.
 */
export function openBranchFollower(parts: FollowBranchesParts): (state: GitSourceRow) => Promise<void> {
  const { store, row, projectId, mirror } = parts
  /** Newest commit of each branch when it was last checked: a branch that has not moved has nothing new. */
  const seen = new Map<string, string>()

  return async (state) => {
    const wish: BranchWish = state.settings.openBranches ?? { by: 'hand' }
    const { known, dismissed, ours } = await store.read(async (r) => ({
      known: (await listBranches(r, projectId)).filter(({ intoSourceId }) => intoSourceId === row.id),
      dismissed: await dismissedBranches(r, row.id),
      ours: await requestBranchesOf(r, row.repository),
    }))
    if (wish.by === 'hand' && known.length === 0) return
    const forge = wish.by === 'pull-requests' || known.length > 0 ? parts.forge(state) : null
    const { tips } = await mirror.listBranches()
    const requests = await openRequests(parts, forge, wish)
    for (const branch of known) await follow(parts, branch, { tips, requests, dismissed, forge })
    for (const branch of dismissed.keys())
      if (!tips.has(branch)) await store.write((w) => forgetDismissal(w, { sourceId: row.id, branch }))
    const asked =
      wish.by === 'pattern'
        ? [...tips.keys()].filter((name) => matchPattern(wish.pattern, name))
        : wish.by === 'pull-requests'
          ? [...(requests?.keys() ?? [])]
          : []
    const isOurs = isOursAmong(ours, tips, state)
    const isNew = (name: string) => {
      if (!tips.has(name) || name === row.branch || isOurs(name)) return false
      const number = requests?.get(name) ?? null
      // Its branch has another name in the settings by now.
      if (number !== null && number === state.pullRequest?.number) return false
      // It has no commit of its own, so that it changes nothing.
      if (tips.get(name) === tips.get(row.branch)) return false
      if (seen.get(name) === tips.get(name) || known.some(({ branch }) => branch === name)) return false
      return !isDismissed(dismissed.get(name), { number, tip: tips.get(name) })
    }
    const candidates = asked.filter(isNew).slice(0, LOOKED_AT)
    const target = candidates.length === 0 ? null : await mirror.fetchBranch(row.branch)
    let opened = 0
    for (const name of candidates) {
      if (opened === OPENED_AT_ONCE) break
      const pullRequest = requests?.get(name) ?? null
      const has = await textsIn(parts, name, target)
      if (has.kind === 'changed') {
        await open(parts, name, pullRequest)
        opened++
      } else if (has.kind === 'merged' && dismissed.get(name)?.mergedTip !== null)
        await noteMerged(parts, name, { pullRequest, mergedTip: has.tip })
      seen.set(name, tips.get(name) ?? '')
    }
  }
}

/** Whether a person has closed a branch, or it was merged, and neither a commit nor a pull request came since. */
function isDismissed(
  dismissal: Dismissal | undefined,
  { number, tip }: { readonly number: number | null; readonly tip: string | undefined },
): boolean {
  if (dismissal === undefined || (number !== null && number !== dismissal.pullRequest)) return false
  return dismissal.mergedTip === null || dismissal.mergedTip === tip
}

/** The target can change the same texts later: the branch would look like one that was not merged. */
async function noteMerged(
  { store, row }: FollowBranchesParts,
  branch: string,
  dismissal: Dismissal,
): Promise<void> {
  await store.write((w) => dismissBranch(w, { intoSourceId: row.id, branch }, dismissal))
}

type TextsOfBranch =
  | { readonly kind: 'changed' | 'unchanged' }
  | { readonly kind: 'merged'; readonly tip: string }

/** Returns whether a branch changes texts, and the target does not have them all (`merged`). */
async function textsIn(
  { store, row, projectId, format, mirror, history }: FollowBranchesParts,
  branch: string,
  target: string | null,
): Promise<TextsOfBranch> {
  const tip = await mirror.fetchBranch(branch)
  const mergeBase = await history.mergeBase(branch, row.branch)
  const project = await store.read((r) => projectById(r, projectId))
  if (tip === null || target === null || mergeBase === null || project === null) return { kind: 'unchanged' }
  const reading = { source: row, format, sourceLanguage: project.sourceLanguage }
  const request = { ...reading, commit: tip, mergeBase, tip, known: [] }
  const { keys, hasLostFiles } = await readBranchDifferences(mirror, request)
  // It has changed none of them: the project could not be synced with it.
  if (hasLostFiles || keys.size === 0) return { kind: 'unchanged' }
  const isMerged = await hasAllOfBranch(mirror, reading, { mergeBase, tip, target })
  return isMerged ? { kind: 'merged', tip } : { kind: 'changed' }
}

async function open(
  { store, now, row, projectId }: FollowBranchesParts,
  branch: string,
  pullRequest: number | null,
): Promise<void> {
  await store.write(async (w) => {
    const parent = await projectById(w, projectId)
    const known = parent === null ? [] : await listBranches(w, parent.id)
    // Another source of the project can have opened it for its own files.
    if (parent === null || known.some((one) => one.intoSourceId === row.id && one.branch === branch)) return
    const by = syncOf(row)
    await openBranch(w, { parent, source: row, branch, pullRequest, by, at: now().toISOString() })
  })
}

/**
 * Returns the numbers of open pull requests by branch; null if they cannot be requested. If branches are
 * not opened by pull requests, a forge that does not answer is not a problem of the source.
 */
async function openRequests(
  { log, row }: FollowBranchesParts,
  forge: Forge | null,
  wish: BranchWish,
): Promise<ReadonlyMap<string, number> | null> {
  if (forge === null) return null
  try {
    const open = await asForgeProblem(() => forge.openBranches(row.branch))
    return new Map(open.map(({ branch, number }) => [branch, number]))
  } catch (error) {
    if (wish.by === 'pull-requests' || !(error instanceof GitProblemError)) throw error
    log({ level: 'warn', event: 'pull-requests-not-read', source: row.id, reason: error.code })
    return null
  }
}

/** Updates a branch that exists already. */
async function follow(
  parts: FollowBranchesParts,
  branch: BranchRow,
  { tips, requests, dismissed, forge }: Seen,
): Promise<void> {
  const { store } = parts
  const { closeReason, pullRequest } = branch
  const number = requests?.get(branch.branch)
  const isThere = tips.has(branch.branch)
  switch (closeReason) {
    case null:
      if (number !== undefined && number !== pullRequest)
        await store.write((w) => updateBranch(w, branch, { pullRequest: number }))
      if (number !== undefined || requests === null || pullRequest === null || forge === null) return
      return followEnd(parts, branch, await asForgeProblem(() => readPullRequest(forge, pullRequest)))
    case 'deleted':
      if (isThere) await store.write((w) => reopenBranch(w, branch, number))
      return
    case 'pull-request':
      if (isThere && number !== undefined) await store.write((w) => reopenBranch(w, branch, number))
      return
    case 'person':
      if (isThere && number !== undefined && dismissed.get(branch.branch)?.pullRequest !== number)
        await store.write((w) => reopenBranch(w, branch, number))
      return
    case 'merged':
      return
    default:
      closeReason satisfies never
  }
}

/** `request`: null if it was deleted. */
async function followEnd(
  { store, row, onEnd }: FollowBranchesParts,
  branch: BranchRow,
  request: PullRequest | null,
): Promise<void> {
  // At another forge it is another pull request, which has the number by chance.
  if (request !== null && request.headBranch !== branch.branch)
    await store.write((w) => updateBranch(w, branch, { pullRequest: null }))
  // Its base can have been changed: then the target does not have what was merged.
  else if (request?.state === 'merged' && request.base === row.branch) onEnd(branch, 'merged')
  else if (request?.state !== 'open') onEnd(branch, 'pull-request')
}

/**
 * Returns whether a branch is one of our pull requests: that of a source or a translation branch, that of a
 * translation branch which was removed, what we pushed before the branch was renamed in the settings, or one that
 * GitHub makes a commit on for a moment. `tips`: the branches of the repository.
 */
export function isOursAmong(
  ours: readonly RequestBranchName[],
  tips: ReadonlyMap<string, string>,
  { pushedHead, settings }: Pick<GitSourceRow, 'pushedHead' | 'settings'>,
): (name: string) => boolean {
  const names = new Set(ours.map(({ name }) => name))
  for (const { name, translated } of ours)
    if (translated === null) for (const branch of tips.keys()) names.add(requestBranchOf(name, branch))
  // Once it was withdrawn, our branch is at a commit of the target, where branches of others can be as well.
  if (pushedHead !== null && tips.get(settings.pullRequestBranch) !== pushedHead)
    for (const [name, tip] of tips) if (tip === pushedHead) names.add(name)
  return (name) => names.has(name) || ours.some((own) => isMomentary(name, own.name))
}

type BranchWish = NonNullable<GitSourceRow['settings']['openBranches']>

/** What a look has found. */
type Seen = {
  readonly tips: ReadonlyMap<string, string>
  /** Null if they cannot be requested. */
  readonly requests: ReadonlyMap<string, number> | null
  readonly dismissed: ReadonlyMap<string, Dismissal>
  readonly forge: Forge | null
}

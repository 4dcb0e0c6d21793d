import {
  type GitPullRequest,
  type GitPush,
  type GitSourceRow,
  pathsChanged,
  updateGitSource,
} from '@dragoman/store'
import { GitProblemError, refusalOf } from '../git-problem.ts'
import { areSentInStep, type FileTakenBack, filesTakenBack } from '../read/changed-back.ts'
import { openSourceForge } from '../source-forge.ts'
import type { GitSenderParts } from './git-sender.ts'
import { isSameDestination } from './is-same-destination.ts'
import type { PullRequests } from './pull-requests.ts'
import { pushChanges, recordSent, type SendAttempt } from './push-changes.ts'
import { pushCommit } from './push-commit.ts'
import { type RequestBranch, readRequestBranch } from './request-branch.ts'
import type { SendResult, SendTarget } from './send-changes.ts'

/** Number of pushes without an answer that are remembered. */
const PUSHES_REMEMBERED = 20

/**
 * Pushes our own branch, with a pull request into the target. Returns false if others pushed first. Throws
 * GitProblemError.
 */
export async function pushToRequest(
  parts: GitSenderParts,
  requests: PullRequests,
  { state: known, on, isAsked, attempts }: SendAttempt,
): Promise<boolean> {
  const { store, mirror, history, row } = parts
  const request = await requests.read(known)
  if (request?.state === 'closed' && !isAsked) {
    const changed = await store.read((r) => pathsChanged(r, row.id))
    if (changed.length === 0) return true
    throw closedProblem(request)
  }
  const mayBeOfForge = typeof openSourceForge(parts, known)?.commitOnBranch === 'function'
  const own = await readRequestBranch({ mirror, history, row, state: known, on, request, mayBeOfForge })
  const state = own.arrived === null ? known : await noteArrived(parts, known, own.arrived)
  const attempt = { state, on, isAsked, attempts }
  if (own.foreign.size > 0) {
    await takeInForeign(parts, state, own)
    return false
  }
  if (state.keptBase !== null && own.keptBase === null) {
    await leaveKept(parts)
    return false
  }
  const takenBack = await takenBackOn(parts, attempt, own)
  const keptBase = own.merge === null ? own.keptBase : on.commit
  const result = await pushChanges(parts, attempt, {
    target: targetOf(attempt, own, takenBack),
    onPush: (commit) => notePushing(parts, state, { commit, keptBase }),
  })
  if (result.kind === 'moved') return false
  const hasAnything = takenBack.length > 0 || request?.state === 'open'
  if (result.kind === 'nothing' && !result.isHeldBack && own.keptBase === null && hasAnything)
    return withdraw(parts, requests, attempt, { head: own.head, request, until: result.until })
  await finish(parts, requests, attempt, { own, request, result, keptBase })
  return true
}

/** A person closed the pull request: its changes wait until a person decides. */
export function closedProblem({ number }: GitPullRequest): GitProblemError {
  return new GitProblemError('pull-request-closed', { number: String(number) })
}

/** Merges what others have committed to the branch; what is sent next comes on top of it. */
async function takeInForeign(parts: GitSenderParts, state: GitSourceRow, own: RequestBranch): Promise<void> {
  const { store, row, branch, compare } = parts
  // From now on new commits are based on theirs; until the merge ends, theirs count as not merged.
  await store.write((w) => updateGitSource(w, row.id, { keptBase: own.keptBase }))
  branch.takeIn(own.foreign)
  await compare()
  await notePushed(parts, state, { commit: own.head, keptBase: own.keptBase })
}

/** The branch with others' commits is gone or merged: it is rebuilt on the target, from the files of the target. */
async function leaveKept({ store, row, branch, compare }: GitSenderParts): Promise<void> {
  branch.spliceChanged()
  await compare()
  await store.write((w) => updateGitSource(w, row.id, { keptBase: null }))
}

/**
 * Texts go directly to the target from now on: nothing is based on others' commits to the branch any more. If it is
 * used again, it counts as a branch of others, which is not rebuilt.
 */
export async function leaveKeptBranch(parts: GitSenderParts): Promise<void> {
  await leaveKept(parts)
  const { store, row } = parts
  await store.write((w) => updateGitSource(w, row.id, { pushedHead: null, keptBase: null, pushing: [] }))
}

async function takenBackOn(
  parts: GitSenderParts,
  { state, on }: SendAttempt,
  { head }: RequestBranch,
): Promise<readonly FileTakenBack[]> {
  if (head === null) return []
  return filesTakenBack(parts, { branch: state.settings.pullRequestBranch, head, on })
}

/** Updates the pull request to what its branch has now, and records the push. */
async function finish(
  parts: GitSenderParts,
  requests: PullRequests,
  attempt: SendAttempt,
  {
    own,
    request,
    result,
    keptBase,
  }: {
    readonly own: RequestBranch
    readonly request: GitPullRequest | null
    readonly result: Exclude<SendResult, { kind: 'moved' }>
    readonly keptBase: string | null
  },
): Promise<void> {
  const { state } = attempt
  const head = result.kind === 'sent' ? result.commit : own.head
  if (head !== state.pushedHead) await notePushed(parts, state, { commit: head, keptBase })
  const shown =
    result.kind === 'nothing' ? request : await requests.describe({ ...state, keptBase }, request, result)
  const to = shown?.state === 'open' ? `#${shown.number}` : state.settings.pullRequestBranch
  // A push whose answer was lost is in the history as well.
  const isLate = own.arrived !== null && result.kind === 'as-sent' && head !== null
  const sent = isLate ? { ...result, kind: 'sent' as const, commit: head, files: null } : result
  await recordSent(parts, attempt, { result: sent, to })
}

/**
 * Closes the pull request because everything that was sent was changed back, or is in the target by now,
 * and moves its branch to the target. Returns false if something waits after all, or someone else pushed
 * first.
 */
async function withdraw(
  parts: GitSenderParts,
  requests: PullRequests,
  attempt: SendAttempt,
  {
    head,
    request,
    until,
  }: {
    readonly head: string | null
    readonly request: GitPullRequest | null
    readonly until: string | null
  },
): Promise<boolean> {
  const { store, mirror, row, branch, compare } = parts
  const { state, on } = attempt
  const to = state.settings.pullRequestBranch
  const nothing = { result: { kind: 'nothing', until, isHeldBack: false }, to } as const
  // A round might have adopted a newer commit without having compared its files yet.
  await compare()
  const changed = await store.read((r) => pathsChanged(r, row.id))
  if (!(await store.read((r) => areSentInStep(r, row.id)))) {
    await recordSent(parts, attempt, nothing)
    return true
  }
  if (changed.length > 0 || branch.isBehind() || branch.current()?.commit !== on.commit) return false
  if (request?.state === 'open') await requests.close(state, request)
  if (head !== null && head !== on.commit) {
    await notePushing(parts, state, { commit: on.commit, keptBase: null })
    const pushed = await pushCommit(mirror, { branch: to, commit: on.commit, expected: head })
    if (pushed.kind === 'moved') return false
    if (pushed.kind === 'refused') throw refusalOf(pushed.said, on.commit)
    await notePushed(parts, state, { commit: on.commit, keptBase: null })
  }
  await recordSent(parts, attempt, nothing)
  return true
}

function targetOf(
  { state, on }: SendAttempt,
  { head, keptBase, merge }: RequestBranch,
  takenBack: readonly FileTakenBack[],
): SendTarget {
  const isKept = keptBase !== null && head !== null
  return {
    branch: state.settings.pullRequestBranch,
    expected: head,
    parent: isKept ? head : on.commit,
    isKept,
    takenBack: isKept ? takenBack : [],
    merge,
  }
}

/** Called before a push: without its answer, we recognize the commit on the branch. */
async function notePushing(
  { store, row }: GitSenderParts,
  { pushing }: GitSourceRow,
  push: GitPush,
): Promise<void> {
  const others = pushing.filter(({ commit }) => commit !== push.commit)
  await store.write((w) =>
    updateGitSource(w, row.id, { pushing: [...others, push].slice(-PUSHES_REMEMBERED) }),
  )
}

/**
 * The branch is at this commit: whatever else was pushed cannot arrive any more. Not recorded if people have chosen another
 * branch in the meantime, which is not ours until we push to it.
 */
async function notePushed(
  parts: GitSenderParts,
  state: GitSourceRow,
  { commit, keptBase }: { readonly commit: string | null; readonly keptBase: string | null },
): Promise<void> {
  const { store, row } = parts
  await store.write(async (w) => {
    if (await isSameDestination(w, parts, state))
      await updateGitSource(w, row.id, { pushedHead: commit, keptBase, pushing: [] })
  })
}

async function noteArrived(parts: GitSenderParts, state: GitSourceRow, push: GitPush): Promise<GitSourceRow> {
  await notePushed(parts, state, push)
  return { ...state, pushedHead: push.commit, keptBase: push.keptBase, pushing: [] }
}

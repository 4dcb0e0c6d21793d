import { setTimeout as pause } from 'node:timers/promises'
import { gitSource, updateGitSource } from '@dragoman/store'
import { GitError } from '../../../git/run-git.ts'
import { type GitProblemCode, GitProblemError } from '../git-problem.ts'
import type { GitSenderParts } from './git-sender.ts'
import type { PullRequests } from './pull-requests.ts'
import { pushToBranch } from './push-to-branch.ts'
import { pushToRequest } from './push-to-request.ts'

/** Others can push at the same moment, but not all the time. */
const ATTEMPTS = 5
/** Pause before the third attempt; doubled each time. The second one usually knows what the first has found. */
const PAUSE_MS = 250

type Sending = {
  /** A person wants it now. */
  readonly isAsked: boolean
  readonly isClosed: () => boolean
}

/**
 * Sends what is changed here, again while others push first. Counts attempts that failed for the history. Throws
 * GitProblemError, GitError, OutgoingError.
 */
export async function sendInAttempts(
  parts: GitSenderParts,
  requests: PullRequests,
  sending: Sending,
): Promise<void> {
  let attempt = 0
  try {
    while (attempt < ATTEMPTS) {
      attempt++
      if (attempt > 2) await pause(PAUSE_MS * 2 ** (attempt - 3), undefined, { ref: false })
      if (sending.isClosed() || (await tryToSend(parts, requests, { ...sending, attempt }))) return
    }
    throw new GitProblemError('overtaken')
  } catch (error) {
    if (!sending.isClosed())
      await countFailed(parts, { error, attempts: attempt }).catch((fault: unknown) =>
        parts.log({ level: 'error', event: 'git-attempts-not-counted', source: parts.row.id, error: fault }),
      )
    throw error
  }
}

/** Returns whether nothing is left to send; false: others pushed first, or the copy has to be repaired. */
async function tryToSend(
  parts: GitSenderParts,
  requests: PullRequests,
  { isAsked, attempt }: Sending & { readonly attempt: number },
): Promise<boolean> {
  const { branch, stateNow, pollBranch } = parts
  const state = await stateNow()
  if (state.mode === 'read-only' || (state.isPaused && !isAsked)) return true
  // If the branch has moved since the last look, the push finds out, and the next attempt looks first.
  const isKnown = state.mode === 'push' && branch.current() !== null && !branch.isBehind()
  const looks = isAsked || attempt > 1 || !isKnown
  if (looks) await pollBranch()
  if (isAsked && attempt === 1) await parts.compare()
  else if (branch.isBehind()) await catchUp(parts)
  const on = branch.current()
  if (on === null || branch.isBehind()) return false
  const own = { state, on, isAsked, attempts: state.failedSends + attempt }
  try {
    return await (state.mode === 'pull-request'
      ? pushToRequest(parts, requests, own)
      : pushToBranch(parts, own))
  } catch (error) {
    // A look repairs a damaged copy, and finds out whether the credentials allow reading.
    const isForLook =
      error instanceof GitError || (error instanceof GitProblemError && error.code === 'write-refused')
    if (looks || !isForLook) throw error
    return false
  }
}

/** Merges the newest commit, so that what is sent comes on top of it. */
async function catchUp({ branch, compare, mergeFound }: GitSenderParts): Promise<void> {
  // The first commit is not a difference to anything: its files are not among those that a look has found.
  if (branch.current() === null) await compare()
  else await mergeFound()
}

/** Problems that wait for a person: after the first time nothing is pushed. */
const UNTIL_DECIDED: ReadonlySet<string> = new Set([
  'pull-request-closed',
  'secret-found',
] satisfies GitProblemCode[])

async function countFailed(
  { store, row }: GitSenderParts,
  { error, attempts }: { readonly error: unknown; readonly attempts: number },
): Promise<void> {
  await store.write(async (w) => {
    const state = await gitSource(w, row.id)
    const code = error instanceof GitProblemError ? error.code : ''
    if (state === null || (UNTIL_DECIDED.has(code) && state.problem?.code === code)) return
    await updateGitSource(w, row.id, { failedSends: state.failedSends + attempts })
  })
}

import type { Format } from '@dragoman/formats'
import {
  type GitSource,
  type GitSourceRow,
  gitSource,
  listGitChanges,
  pathsChanged,
  updateGitSource,
} from '@dragoman/store'
import type { History } from '../../../git/history.ts'
import type { Mirror } from '../../../git/mirror.ts'
import { type GitProblemError, pauseAskedMs } from '../git-problem.ts'
import type { OpenGitParts } from '../open-git.ts'
import type { BranchReader } from '../read/branch-reader.ts'
import { openPullRequests, type PullRequests } from './pull-requests.ts'
import { closedProblem } from './push-to-request.ts'
import { sendInAttempts } from './send-in-attempts.ts'
import { sendingDueMs } from './sending-due.ts'

export type GitSenderParts = OpenGitParts & {
  readonly row: GitSource
  readonly format: Format
  readonly mirror: Mirror
  readonly history: History
  readonly branch: BranchReader
  readonly stateNow: () => Promise<GitSourceRow>
  readonly pollBranch: () => Promise<void>
  readonly inTurn: <T>(job: () => Promise<T>) => Promise<T>
  /** Compares all files with the catalog. */
  readonly compare: () => Promise<void>
  /** Merges what a look has found, without comparing all other files. */
  readonly mergeFound: () => Promise<void>
  readonly noteProblem: (error: unknown) => Promise<GitProblemError>
  /** Aborted once the source is closed. */
  readonly signal: AbortSignal
}

/** Sends what is changed here: automatically when it is due, and when a person asks for it. */
export type GitSender = {
  /** Something changed that can affect when the next push is due. */
  readonly schedule: () => void
  /**
   * Called within a turn: checks what became of the pull request that was opened. If a person closed it, its
   * changes wait until a person decides. Throws GitProblemError.
   */
  readonly pollPullRequest: () => Promise<void>
  /** Within a turn. `isAsked`: a person wants it now. Throws GitProblemError, GitError, OutgoingError. */
  readonly send: (isAsked: boolean) => Promise<void>
  readonly close: () => void
}

/** Pause after a failed push. */
const RETRY_MS = 5 * 60_000

export function openGitSender(parts: GitSenderParts): GitSender {
  const { now, log, row, inTurn, noteProblem } = parts
  const requests = openPullRequests(parts)
  let timer: NodeJS.Timeout | null = null
  let isClosed = false
  /** A forge that was called too often is not called again before this time. */
  let notBeforeMs = 0

  const send = (isAsked: boolean) => sendInAttempts(parts, requests, { isAsked, isClosed: () => isClosed })

  function wait(ms: number): void {
    if (isClosed) return
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(sendWhenDue, Math.max(0, ms, notBeforeMs - now().getTime()))
    timer.unref()
  }

  function schedule(): void {
    pauseMs(parts)
      .then((ms) => {
        if (ms !== null) wait(ms)
      })
      .catch(logFault)
  }

  function logFault(error: unknown): void {
    if (!isClosed) log({ level: 'error', event: 'git-send-failed', source: row.id, error })
  }

  async function sendWhenDue(): Promise<void> {
    timer = null
    try {
      const ms = await pauseMs(parts)
      if (ms === null) return
      if (ms > 0 || notBeforeMs > now().getTime()) wait(ms)
      else await inTurn(sendNow)
    } catch (error) {
      logFault(error)
      if (timer === null) wait(RETRY_MS)
    }
  }

  /** A problem is noted within the turn: the next attempt must find it, to remove it. */
  async function sendNow(): Promise<void> {
    try {
      await send(false)
    } catch (error) {
      if (isClosed) return
      const problem = await noteProblem(error).catch(logFault)
      const ms = problem ? pauseAskedMs(problem, now()) : null
      if (ms !== null) notBeforeMs = now().getTime() + ms
      // What was saved in the meantime is sent when it is due, not only with the retry.
      if (timer === null) wait(ms ?? RETRY_MS)
    }
  }

  return {
    schedule,
    pollPullRequest: () => pollPullRequest(parts, requests),
    send,
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** Returns how long to wait until the next push is due; null: nothing is sent automatically. */
async function pauseMs(parts: GitSenderParts): Promise<number | null> {
  const { store, row } = parts
  const { state, changes } = await store.read(async (r) => ({
    state: await gitSource(r, row.id),
    changes: await listGitChanges(r, row.id),
  }))
  const due = state && sendingDueMs(state, changes)
  return due === null ? null : due - parts.now().getTime()
}

async function pollPullRequest(parts: GitSenderParts, requests: PullRequests): Promise<void> {
  const { store, row } = parts
  const state = await store.read((r) => gitSource(r, row.id))
  const known = state?.pullRequest ?? null
  if (state === null || known === null) return
  if (state.mode !== 'pull-request') return leaveRequest(parts, requests, state)
  if (known.state === 'merged') return
  // Reads the files, so only for requests that are closed.
  const hasChanges = async () => (await store.read((r) => pathsChanged(r, row.id))).length > 0
  const nothingWaits = known.state === 'closed' && !(await hasChanges())
  const request = nothingWaits ? known : await requests.read(state)
  if (request?.state === 'closed' && !nothingWaits && (await hasChanges())) throw closedProblem(request)
  const isSolved = nothingWaits || request?.state === 'open'
  if (!isSolved || state.problem?.code !== 'pull-request-closed') return
  await store.write((w) => updateGitSource(w, row.id, { problem: null }))
}

/**
 * Texts are no longer sent by pull requests: closes the last one, unless it contains commits of others, who decide
 * what becomes of it then.
 */
async function leaveRequest(
  parts: GitSenderParts,
  requests: PullRequests,
  state: GitSourceRow,
): Promise<void> {
  const { store, mirror, row } = parts
  const { keptBase, pushedHead, pushing, settings, pullRequest } = state
  if (pullRequest?.state === 'open' && keptBase === null) {
    const head = (await mirror.listBranches()).tips.get(settings.pullRequestBranch) ?? null
    const isOnlyOurs = head === null || head === pushedHead || pushing.some(({ commit }) => commit === head)
    const request = isOnlyOurs ? await requests.read(state) : null
    if (request?.state === 'open') await requests.close(state, request)
  }
  await store.write((w) => updateGitSource(w, row.id, { pullRequest: null }))
}

import { type GitSourceRow, listGitChanges, pathsChanged, updateGitSource } from '@dragoman/store'
import type { Mirror } from '../../git/mirror.ts'
import { GitProblemError, pauseAskedMs, problemOf } from './git-problem.ts'
import { openLookTimer, withJitter } from './look-timer.ts'
import type { GitSourceParts } from './open-git.ts'
import type { GitSender } from './send/git-sender.ts'
import { sendingDueMs } from './send/sending-due.ts'
import { asFailure, isOfSending, noteProblem, removeCopy } from './source-problems.ts'

/** How often a copy is repacked: each commit that comes or goes adds objects. */
const TIDY_MS = 60 * 60_000

export type LooksParts = GitSourceParts & {
  readonly mirror: Mirror
  readonly sender: Pick<GitSender, 'schedule' | 'pollPullRequest'>
  readonly followBranches: (state: GitSourceRow) => Promise<void>
  /** Called when the files could be read for the first time after the start, which could not read them. */
  readonly onFirstRead: () => void
}

/** Looks at the repository: regularly, when something is reported, and when a person asks for it. */
export type Looks = {
  /**
   * The first look; others follow. Throws if nothing was ever read, because the person who connects it has to know.
   */
  readonly start: (state: GitSourceRow) => Promise<void>
  /** Within a turn: fetches the newest commit of the branch. */
  readonly pollBranch: () => Promise<void>
  /** Looks soon, because something was reported. */
  readonly hear: () => void
  readonly schedule: (afterMs?: number) => void
  /** Looks now. Throws `source-unreachable`. */
  readonly reach: () => Promise<void>
  readonly close: () => void
}

export function openLooks(parts: LooksParts): Looks {
  const { row, now, log, signal, branch, turns, stateNow, sender, onFirstRead } = parts
  const timer = openLookTimer(parts, () => void poll())
  const { readNewest, pollBranches } = branchReader(parts)
  /** Whether a look waits for its turn: it finds what is reported until it starts. */
  let isQueued = false
  let isStarted = false
  const isRead = () => branch.current() !== null || branch.isBehind()

  async function pollBranch(): Promise<void> {
    const wasRead = isRead()
    try {
      await readNewest()
    } finally {
      if (isStarted && !wasRead && isRead()) onFirstRead()
    }
  }

  /** Checks everything that others might have done: to the branches, and to our pull request. */
  async function look(): Promise<void> {
    await pollBranch()
    // First, so that ours is not followed as one of others after its branch was renamed in the settings.
    await pollPullRequest(parts)
    await pollBranches()
    timer.noteDone()
  }

  async function poll(): Promise<void> {
    if (isQueued) return
    try {
      if (!(await stateNow()).isPaused && !isQueued) {
        isQueued = true
        await turns.inTurn(async () => {
          isQueued = false
          await look()
        })
      }
      sender.schedule()
    } catch (error) {
      await noteFailed(error)
    }
    timer.schedule()
  }

  /** Returns the problem of the repository; null: another error, which is logged. */
  async function noteFailed(error: unknown): Promise<GitProblemError | null> {
    timer.noteFailed()
    const problem = await noteProblem(parts, error).catch((fault: unknown) => {
      if (!signal.aborted) log({ level: 'error', event: 'git-look-failed', source: row.id, error: fault })
      return null
    })
    timer.pause((problem && pauseAskedMs(problem, now())) ?? 0)
    return problem
  }

  async function firstLook(state: GitSourceRow): Promise<void> {
    await turns.inTurn(pollBranch).catch(async (error: unknown) => {
      const problem = await noteFailed(error)
      if (branch.current() === null && state.commit === null) throw problem ? asFailure(problem) : error
    })
    if (!timer.hasFailed()) await turns.inTurn(pollBranches).catch(noteFailed)
    if (!timer.hasFailed()) await turns.inTurn(() => renewCopy(parts, pollBranch)).catch(noteFailed)
  }

  return {
    async start(state) {
      try {
        if (!state.isPaused) await firstLook(state)
      } finally {
        isStarted = true
        // A translation branch has read its merge base; its changes come next.
        if (row.into === undefined) timer.schedule()
        else timer.schedule(0)
      }
    },
    pollBranch,
    hear() {
      timer.noteDone()
      timer.schedule(0)
    },
    schedule: timer.schedule,
    async reach() {
      try {
        await turns.inTurn(look)
      } catch (error) {
        throw asFailure(await noteProblem(parts, error))
      } finally {
        timer.schedule()
        // Its settings might have changed.
        sender.schedule()
      }
    },
    close: timer.close,
  }
}

/** Reads the branch, and follows those that go into it. */
function branchReader(parts: LooksParts) {
  const { row, stateNow, followBranches } = parts
  /** Code of the problem because of which the last look could not follow the branches; '': of a bug. */
  let notFollowed: string | null = null

  return {
    /** As long as branches cannot be followed, what is reported is not solved by reading this one. */
    async readNewest(): Promise<void> {
      await readBranch(parts)
      if (notFollowed === null) await noteSolved(parts)
    },
    /**
     * Follows the branches that go into this one, and ends the look. Nothing that is received or sent depends on it.
     */
    async pollBranches(): Promise<void> {
      if (row.into === undefined) {
        const before = notFollowed
        try {
          await followBranches(await stateNow())
        } catch (error) {
          notFollowed = problemOf(error)?.code ?? ''
          throw error
        }
        notFollowed = null
        if (before !== null) await noteSolved(parts, before)
      }
      await noteNothingWaits(parts)
    },
  }
}

async function readBranch(parts: LooksParts): Promise<void> {
  const { row, projectId, store, now, branch, stateNow, onBranchEnd } = parts
  await branch.look()
  if (row.into !== undefined && (await branch.isMerged())) onBranchEnd('merged', projectId)
  // A translation branch counts as read once its newest commit is, not only the commit that it is compared with.
  if (row.into !== undefined && !branch.isAtTip() && (await stateNow()).checkedAt === null) return
  const checkedAt = now().toISOString()
  await store.write((w) => updateGitSource(w, row.id, { checkedAt }))
}

/** Removes the problem if a look can solve it. `code`: that of a problem which is solved in any case. */
async function noteSolved({ row, store, branch, stateNow }: LooksParts, code?: string): Promise<void> {
  const { mode, problem } = await stateNow()
  // A commit that could not be adopted is still reported.
  if (problem === null || branch.isStuck()) return
  // A push can have failed while sending was turned off.
  if (mode !== 'read-only' && isOfSending(problem) && problem.code !== code) return
  await store.write((w) => updateGitSource(w, row.id, { problem: null }))
}

/** Removes the problem of a push if nothing is left to push: the texts were changed back, or have arrived another way. */
async function noteNothingWaits({ row, store, stateNow }: LooksParts): Promise<void> {
  const state = await stateNow()
  const { problem } = state
  if (problem === null || !isOfSending(problem) || problem.code === 'pull-request-closed') return
  const hasChanges = await store.read(async (r) => {
    const changes = await listGitChanges(r, row.id)
    // The branch of the pull request might still have to be changed back.
    if (sendingDueMs({ ...state, isPaused: false }, changes) !== null) return true
    return (await pathsChanged(r, row.id)).length > 0
  })
  if (!hasChanges) await store.write((w) => updateGitSource(w, row.id, { problem: null, failedSends: 0 }))
}

async function pollPullRequest(parts: LooksParts): Promise<void> {
  const { row, log, sender } = parts
  // Texts come in even if the forge does not answer; the next push reports that.
  await sender.pollPullRequest().catch(async (error: unknown) => {
    if (error instanceof GitProblemError && error.code === 'pull-request-closed')
      await noteProblem(parts, error)
    else log({ level: 'warn', event: 'pull-request-not-read', source: row.id, error })
  })
}

/** Recreates a copy that has grown far beyond the branch: it keeps everything it ever fetched. */
async function renewCopy(
  { row, mirror, folder, branch }: LooksParts,
  pollBranch: () => Promise<void>,
): Promise<void> {
  if (row.into !== undefined || !(await mirror.isOvergrown())) return
  await removeCopy(folder)
  branch.noteDamage()
  await pollBranch()
}

/** Repacks the copies from time to time. Returns what ends it. A translation branch has none of its own. */
export function keepTidy({ row, log, signal, mirror, history, turns }: LooksParts): () => void {
  if (row.into !== undefined) return () => {}
  let timer: NodeJS.Timeout | null = null

  function schedule(): void {
    if (signal.aborted) return
    timer = setTimeout(tidy, withJitter(TIDY_MS))
    timer.unref()
  }

  async function tidy(): Promise<void> {
    for (const copy of [mirror, history])
      await turns.inTurn(copy.tidy).catch((error: unknown) => {
        if (!signal.aborted) log({ level: 'warn', event: 'git-copy-not-tidied', source: row.id, error })
      })
    schedule()
  }

  schedule()
  return () => {
    if (timer !== null) clearTimeout(timer)
  }
}

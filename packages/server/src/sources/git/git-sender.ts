import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Format } from '@dragoman/formats'
import {
  addGitSync,
  type GitPullRequest,
  type GitPush,
  type GitSource,
  type GitSourceRow,
  gitSource,
  listGitChanges,
  updateGitSource,
} from '@dragoman/store'
import type { History } from '../../git/history.ts'
import type { Mirror } from '../../git/mirror.ts'
import { GitError } from '../../git/run-git.ts'
import type { BranchFiles } from './branch-files.ts'
import type { BranchReader } from './branch-reader.ts'
import { areSentInStep, changedPathsHere, type FileTakenBack, filesTakenBack } from './changed-back.ts'
import { GitProblemError, pauseAskedMs, refusalOf } from './git-problem.ts'
import type { OpenGitParts } from './open-git.ts'
import { openPullRequests } from './pull-requests.ts'
import { type RequestBranch, readRequestBranch } from './request-branch.ts'
import { type SendRequest, type SendResult, type SendTarget, sendChanges } from './send-changes.ts'
import { sendingDueMs } from './sending-due.ts'
import { signingKeyOf } from './signing-key.ts'
import { openSourceForge } from './source-forge.ts'

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
  readonly noteProblem: (error: unknown) => Promise<GitProblemError>
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

/** Others can push at the same moment, but not all the time. */
const ATTEMPTS = 5
/** Pause before the third attempt; doubled each time. The second one usually knows what the first has found. */
const PAUSE_MS = 250
/** Number of pushes without an answer that are remembered. */
const PUSHES_REMEMBERED = 20
/** Pause after a failed push. */
const RETRY_MS = 5 * 60_000

export function openGitSender(parts: GitSenderParts): GitSender {
  const { store, now, log, row, format, mirror, history, branch, folder: root, publicOrigin } = parts
  const { stateNow, pollBranch, inTurn, compare, noteProblem } = parts
  const sourceId = row.id
  const requests = openPullRequests(parts)
  let timer: NodeJS.Timeout | null = null
  let isClosed = false
  /** A forge that was called too often is not called again before this time. */
  let notBeforeMs = 0

  function wait(ms: number): void {
    if (isClosed) return
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(sendWhenDue, Math.max(0, ms, notBeforeMs - now().getTime()))
    timer.unref()
  }

  function schedule(): void {
    pauseMs()
      .then((ms) => {
        if (ms !== null) wait(ms)
      })
      .catch(logFault)
  }

  function logFault(error: unknown): void {
    if (!isClosed) log({ level: 'error', event: 'git-send-failed', source: sourceId, error })
  }

  async function readWaiting() {
    return store.read(async (r) => ({
      state: await gitSource(r, sourceId),
      changes: await listGitChanges(r, sourceId),
    }))
  }

  async function pauseMs(): Promise<number | null> {
    const { state, changes } = await readWaiting()
    const due = state && sendingDueMs(state, changes)
    return due === null ? null : due - now().getTime()
  }

  async function sendWhenDue(): Promise<void> {
    timer = null
    try {
      const ms = await pauseMs()
      if (ms === null) return
      if (ms > 0 || notBeforeMs > now().getTime()) wait(ms)
      else await inTurn(() => send(false))
    } catch (error) {
      if (isClosed) return
      const problem = await noteProblem(error).catch(logFault)
      const ms = problem ? pauseAskedMs(problem, now()) : null
      if (ms !== null) notBeforeMs = now().getTime() + ms
      // What was saved in the meantime is sent when it is due, not only with the retry.
      if (timer === null) wait(ms ?? RETRY_MS)
    }
  }

  async function pollPullRequest(): Promise<void> {
    const { state, changes } = await readWaiting()
    const known = state?.mode === 'pull-request' ? state.pullRequest : null
    if (state === null || known === null || known.state === 'merged') return
    if (known.state === 'closed' && changes.length === 0) return
    const request = await requests.read(state)
    if (request?.state === 'closed' && changes.length > 0) throw closedProblem(request)
    if (request?.state !== 'open' || state.problem?.code !== 'pull-request-closed') return
    await store.write((w) => updateGitSource(w, sourceId, { problem: null }))
  }

  async function send(isAsked: boolean): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (attempt > 2) await pause(PAUSE_MS * 2 ** (attempt - 3), undefined, { ref: false })
      if (isClosed) return
      const state = await stateNow()
      if (state.mode === 'read-only' || (state.isPaused && !isAsked)) return
      // If the branch has moved since the last look, the push finds out, and the next attempt looks first.
      const isKnown = state.mode === 'push' && branch.current() !== null && !branch.isBehind()
      const looks = isAsked || attempt > 1 || !isKnown
      if (looks) await pollBranch()
      if (branch.isBehind() || (isAsked && attempt === 1)) await compare()
      const on = branch.current()
      if (on === null || branch.isBehind()) continue
      try {
        const isDone =
          state.mode === 'pull-request'
            ? await sendByRequest(state, on, isAsked)
            : await sendOnto(state, on, isAsked)
        if (isDone) return
      } catch (error) {
        // A look repairs a damaged copy.
        if (looks || !(error instanceof GitError)) throw error
      }
    }
    throw new GitProblemError('overtaken')
  }

  /** Pushes directly onto the branch. Returns false if someone else pushed first. */
  async function sendOnto(state: GitSourceRow, on: BranchFiles, isAsked: boolean): Promise<boolean> {
    const target = {
      branch: row.branch,
      expected: on.commit,
      parent: on.commit,
      isKept: false,
      takenBack: [],
      merge: null,
    }
    // The commit itself says that it arrived: the branch is read again before anything else is sent.
    const result = await push(state, on, { target, isAsked, onPush: async () => {} })
    if (result.kind === 'moved') return false
    await noteEnd(state, result, row.branch)
    if (result.kind === 'sent') await branch.noteOwn(result.commit, result.files)
    return true
  }

  /** Pushes our own branch, with a pull request into the target. Returns false if others pushed first. */
  async function sendByRequest(known: GitSourceRow, on: BranchFiles, isAsked: boolean): Promise<boolean> {
    const request = await requests.read(known)
    if (request?.state === 'closed' && !isAsked) {
      const changes = await store.read((r) => listGitChanges(r, sourceId))
      if (changes.length === 0) return true
      throw closedProblem(request)
    }
    const forge = openSourceForge(parts, known)
    const mayBeOfForge = typeof forge?.commitOnBranch === 'function'
    const own = await readRequestBranch({ mirror, history, row, state: known, on, request, mayBeOfForge })
    const state = own.arrived === null ? known : await noteArrived(known, own.arrived)
    if (own.foreign.size > 0) {
      // From now on new commits are based on theirs; until the merge ends, theirs count as not merged.
      await store.write((w) => updateGitSource(w, sourceId, { keptBase: own.keptBase }))
      branch.takeIn(own.foreign)
      await compare()
      await notePushed(own.head, own.keptBase)
      return false
    }
    const branchName = state.settings.pullRequestBranch
    const takenBack =
      own.head === null ? [] : await filesTakenBack(parts, { branch: branchName, head: own.head, on })
    const keptBase = own.merge === null ? own.keptBase : on.commit
    const result = await push(state, on, {
      target: targetOf(state, own, on, takenBack),
      isAsked,
      onPush: (commit) => notePushing(state, { commit, keptBase }),
    })
    if (result.kind === 'moved') return false
    if (
      result.kind === 'nothing' &&
      !result.isHeldBack &&
      own.keptBase === null &&
      (takenBack.length > 0 || request?.state === 'open')
    )
      return withdraw(state, on, { head: own.head, request, until: result.until })
    const head = result.kind === 'sent' ? result.commit : own.head
    if (head !== state.pushedHead) await notePushed(head, keptBase)
    const told =
      result.kind === 'nothing' ? request : await requests.tell({ ...state, keptBase }, request, result)
    const to = told?.state === 'open' ? `#${told.number}` : state.settings.pullRequestBranch
    // A push whose answer was lost is in the history as well.
    const isLate = own.arrived !== null && result.kind === 'as-sent' && head !== null
    await noteEnd(state, isLate ? { ...result, kind: 'sent', commit: head, files: null } : result, to)
    return true
  }

  /** Called before a push: without its answer, we recognize the commit on the branch. */
  async function notePushing({ pushing }: GitSourceRow, push: GitPush): Promise<void> {
    const others = pushing.filter(({ commit }) => commit !== push.commit)
    await store.write((w) =>
      updateGitSource(w, sourceId, { pushing: [...others, push].slice(-PUSHES_REMEMBERED) }),
    )
  }

  /** The branch is at this commit: whatever else was pushed cannot arrive any more. */
  async function notePushed(pushedHead: string | null, keptBase: string | null): Promise<void> {
    await store.write((w) => updateGitSource(w, sourceId, { pushedHead, keptBase, pushing: [] }))
  }

  async function noteArrived(state: GitSourceRow, { commit, keptBase }: GitPush): Promise<GitSourceRow> {
    await notePushed(commit, keptBase)
    return { ...state, pushedHead: commit, keptBase, pushing: [] }
  }

  /**
   * Closes the pull request because everything that was sent was changed back, or is in the target by now,
   * and moves its branch to the target. Returns false if something waits after all, or someone else pushed
   * first.
   */
  async function withdraw(
    state: GitSourceRow,
    on: BranchFiles,
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
    // A round might have adopted a newer commit without having compared its files yet.
    await compare()
    const changed = await store.read((r) => changedPathsHere(r, sourceId))
    if (!(await store.read((r) => areSentInStep(r, sourceId)))) {
      await noteEnd(state, { kind: 'nothing', until, isHeldBack: false }, state.settings.pullRequestBranch)
      return true
    }
    if (changed.length > 0 || branch.isBehind() || branch.current()?.commit !== on.commit) return false
    if (request?.state === 'open') await requests.close(state, request)
    const to = state.settings.pullRequestBranch
    if (head !== null && head !== on.commit) {
      await notePushing(state, { commit: on.commit, keptBase: null })
      const pushed = await mirror.push({ branch: to, commit: on.commit, expected: head })
      if (pushed.kind === 'moved') return false
      if (pushed.kind === 'refused') throw refusalOf(pushed.said, on.commit)
      await notePushed(on.commit, null)
    }
    await noteEnd(state, { kind: 'nothing', until, isHeldBack: false }, to)
    return true
  }

  function targetOf(
    state: GitSourceRow,
    { head, keptBase, merge }: RequestBranch,
    on: BranchFiles,
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

  async function push(
    state: GitSourceRow,
    on: BranchFiles,
    {
      target,
      isAsked,
      onPush,
    }: Pick<SendRequest, 'onPush'> & { readonly target: SendTarget; readonly isAsked: boolean },
  ): Promise<SendResult> {
    const forge = openSourceForge(parts, state)
    // A person might have allowed it in the repository in the meantime.
    const refused = isAsked ? null : refusedBefore(state)
    const own = { store, mirror, format, state, branch: on, target, publicOrigin: publicOrigin() }
    const request = { ...own, forge, refused, onPush, onChangedBack: branch.noteChangedBack }
    if (!state.settings.signCommits) return sendChanges({ ...request, signingKey: null })
    const privateKey = await signingKeyOf(parts, state)
    await mkdir(join(root, 'keys'), { recursive: true, mode: 0o700 })
    const folder = await mkdtemp(join(root, 'keys', 'sign-'))
    try {
      const signingKey = join(folder, 'key')
      await writeFile(signingKey, privateKey, { mode: 0o600, flag: 'wx' })
      return await sendChanges({ ...request, signingKey })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async function noteEnd(
    { problem }: GitSourceRow,
    result: Exclude<SendResult, { kind: 'moved' }>,
    to: string,
  ): Promise<void> {
    const at = now().toISOString()
    const { until } = result
    await store.write(async (w) => {
      await updateGitSource(w, sourceId, {
        ...(until === null ? {} : { sentAt: until }),
        ...(problem === null ? {} : { problem: null }),
      })
      if (result.kind !== 'sent') return
      const { texts, files, people } = result.sent
      const line = { at, kind: 'out', commit: result.commit, texts, files, people, note: to } as const
      await addGitSync(w, sourceId, { ...line, problem: null })
    })
  }

  return {
    schedule,
    pollPullRequest,
    send,
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

function closedProblem({ number }: GitPullRequest): GitProblemError {
  return new GitProblemError('pull-request-closed', { number: String(number) })
}

function refusedBefore({ problem }: GitSourceRow): SendRequest['refused'] {
  const { code, params: { commit = '', said = '' } = {} } = problem ?? {}
  if (code !== 'secret-found' || commit === '') return null
  const params = { commit: String(commit), said: String(said) }
  return { commit: params.commit, problem: new GitProblemError(code, params) }
}

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@dragoman/contract'
import { formatById } from '@dragoman/formats'
import {
  addGitSync,
  type GitProblem,
  type GitSource,
  type GitSourceRow,
  gitSource,
  type Store,
  updateGitSource,
} from '@dragoman/store'
import { openHistory } from '../../git/history.ts'
import { openMirror } from '../../git/mirror.ts'
import type { Log } from '../../log.ts'
import { isLarge } from '../../sync/run/sync-batch.ts'
import type { SourceListener } from '../../sync/run/transport.ts'
import type { SourceTransport } from '../source-transport.ts'
import { openBranchReader } from './branch-reader.ts'
import { connectedPlace, signInOf } from './connect-mirror.ts'
import { openBranchFollower } from './follow-branches.ts'
import { type GitSnapshot, isCopyDamaged, openGitFiles, openGitReading } from './git-files.ts'
import type { GitParts } from './git-parts.ts'
import { GitProblemError, needsPerson, pauseAskedMs, problemOf } from './git-problem.ts'
import { openGitSender } from './git-sender.ts'
import { openSourceForge } from './source-forge.ts'

export type OpenGitParts = GitParts & {
  /** Writes only as long as this process syncs the source. */
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
  readonly projectId: number
  readonly onLeftOut: () => void
  /** A translation branch, given by its project, has ended. Not awaited. */
  readonly onBranchEnd: (end: BranchEnd, projectId: number) => void
}

/** It was merged, deleted from the repository, or its pull request was closed without a merge. */
export type BranchEnd = 'merged' | 'deleted' | 'pull-request'

/** Pause between looks at the branch when no push is reported. */
const POLL_MS = 5 * 60_000
/** Keeps the many sources of a server from looking at the same moment. */
const POLL_JITTER = 0.2
/** How often a copy is repacked: each commit that comes or goes adds objects. */
const TIDY_MS = 60 * 60_000
/** Pause after a failed look; doubled each time. */
const RETRY_MS = 15_000
/** Git programs of a process that was killed can still write into the folder. */
const REMOVED_WHOLE = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }

/** Opens a branch of a repository for the sync. */
export function openGit(row: GitSource, parts: OpenGitParts): SourceTransport {
  const { store, now, log, git, searchPath, folder: root, projectId, onLeftOut } = parts
  const sourceId = row.id
  // A translation branch shares the copy of the branch that it is compared with.
  const folder = join(root, String(row.into?.sourceId ?? sourceId))
  const format = formatById(row.format)
  if (format === null) throw new Error(`The format ${row.format} of source ${row.id} is not known`)
  const ending = new AbortController()
  const place = connectedPlace(parts, {
    repository: row.repository,
    folder,
    signal: ending.signal,
    access: async () => signInOf(parts, row, await stateNow()),
  })
  const mirror = openMirror(place)
  const history = openHistory({ ...place, folder: `${folder}-history` })
  let listener: SourceListener | null = null
  let pollTimer: NodeJS.Timeout | null = null
  let tidyTimer: NodeJS.Timeout | null = null
  let failures = 0
  /** When a forge was called too often, the branch is not checked before this time. */
  let notBeforeMs = 0
  let noteStarted = () => {}
  /** Resolves when the last commit was read, or will not be: nothing else is done before. */
  const started = new Promise<void>((resolve) => {
    noteStarted = resolve
  })
  /** Looks and pushes, one after the other. */
  let work: Promise<unknown> = started

  const branch = openBranchReader({
    store,
    now,
    row,
    projectId,
    format,
    mirror,
    history,
    onFound: (paths) => listener?.onFound(paths),
    onLeftOut,
  })
  const followBranches = openBranchFollower({
    store,
    now,
    log,
    row,
    projectId,
    format,
    mirror,
    history,
    forge: (state) => openSourceForge({ ...parts, row }, state),
    onEnd: (ended, end) => parts.onBranchEnd(end, ended.projectId),
  })
  const snapshot = (): GitSnapshot => ({
    sourceId,
    mirror: folder,
    searchPath,
    commit: branch.current()?.commit ?? null,
    files: branch.current()?.files ?? null,
    changed: branch.changed(),
    foreign: branch.foreign(),
    keys: row.into === undefined ? null : (branch.current()?.keys ?? new Map()),
  })
  const reading = openGitReading({
    git,
    snapshot,
    read: store.read,
    onDamage,
  })
  const sender = openGitSender({
    ...parts,
    row,
    format,
    mirror,
    history,
    branch,
    stateNow,
    pollBranch,
    inTurn,
    compare: async () => void (await listener?.onReplaced()),
    noteProblem,
  })
  const files = openGitFiles({
    store,
    now,
    sourceId,
    reading,
    onChanged(path) {
      branch.noteChanged(path)
      sender.schedule()
    },
  })

  /** The next look fetches what is missing. */
  function onDamage(): void {
    branch.noteDamage()
    schedulePoll(0)
  }

  async function stateNow(): Promise<GitSourceRow> {
    const state = await store.read((r) => gitSource(r, sourceId))
    if (state === null) throw new Failure('not-found', { what: 'source' })
    return state
  }

  function inTurn<T>(job: () => Promise<T>): Promise<T> {
    const done = work.then(job)
    work = done.catch(() => undefined) // its caller gets the error
    return done
  }

  async function begin(): Promise<GitSourceRow> {
    const state = await stateNow()
    await branch.start(state)
    return state
  }

  async function pollBranch(): Promise<void> {
    await branch.look()
    if (row.into !== undefined && (await branch.isMerged())) parts.onBranchEnd('merged', projectId)
    failures = 0
    const { problem } = await stateNow()
    // A commit that could not be adopted is still reported.
    const isMended = problem !== null && !isOfSending(problem) && !branch.isStuck()
    const lookedAt = now().toISOString()
    await store.write((w) =>
      updateGitSource(w, sourceId, { lookedAt, ...(isMended ? { problem: null } : {}) }),
    )
  }

  /** What a round cannot adopt is a problem that people see, and not only an error of the server. */
  async function adopt(): Promise<void> {
    const wasStuck = branch.isStuck()
    try {
      await branch.adopt()
    } catch (error) {
      throw asFailure(await noteProblem(error))
    }
    if (!wasStuck) return
    const { problem } = await stateNow()
    if (problem !== null && !isOfSending(problem))
      await store.write((w) => updateGitSource(w, sourceId, { problem: null }))
  }

  /** Follows the branches that go into this one. Nothing that is received or sent depends on it. */
  async function pollBranches(): Promise<void> {
    if (row.into === undefined) await followBranches(await stateNow())
  }

  /** Checks everything that others might have done: to the branches, and to our pull request. */
  async function look(): Promise<void> {
    await pollBranch()
    await pollBranches()
    // Texts come in even if the forge does not answer; the next push reports that.
    await sender.pollPullRequest().catch(async (error: unknown) => {
      if (error instanceof GitProblemError && error.code === 'pull-request-closed') await noteProblem(error)
      else log({ level: 'warn', event: 'pull-request-not-read', source: sourceId, error })
    })
  }

  /** Recreates a copy that has grown far beyond the branch: it keeps everything it ever fetched. */
  async function renewCopy(): Promise<void> {
    if (row.into !== undefined || failures > 0 || !(await mirror.isOvergrown())) return
    await rm(folder, REMOVED_WHOLE)
    branch.noteDamage()
    await pollBranch()
  }

  function scheduleTidy(): void {
    // A translation branch has no copy of its own.
    if (ending.signal.aborted || row.into !== undefined) return
    tidyTimer = setTimeout(tidy, TIDY_MS * (1 + POLL_JITTER * (Math.random() * 2 - 1)))
    tidyTimer.unref()
  }

  async function tidy(): Promise<void> {
    await inTurn(mirror.tidy).catch((error: unknown) => {
      if (!ending.signal.aborted)
        log({ level: 'warn', event: 'git-copy-not-tidied', source: sourceId, error })
    })
    scheduleTidy()
  }

  /** Notes the problem once, until it is fixed. Errors that the repository did not cause are thrown. */
  async function noteProblem(error: unknown): Promise<GitProblemError> {
    const problem = isCopyDamaged(error) ? new GitProblemError('copy-damaged') : problemOf(error)
    if (problem === null) throw error
    const { code, params, cause } = problem
    if (code === 'branch-missing' && row.into !== undefined && params.branch === row.branch)
      parts.onBranchEnd((await branch.isMerged().catch(() => false)) ? 'merged' : 'deleted', projectId)
    if (code === 'copy-damaged') {
      for (const copy of [folder, `${folder}-history`]) await rm(copy, REMOVED_WHOLE)
      branch.noteDamage()
      schedulePoll(0)
    }
    log({ level: 'warn', event: 'git-failed', source: sourceId, reason: code, error: cause })
    const told = (await stateNow()).problem
    if (isTold(told, problem)) {
      if (told?.code === code && told.params?.commit !== params.commit)
        await store.write((w) => updateGitSource(w, sourceId, { problem: { ...told, params } }))
      return problem
    }
    const at = now().toISOString()
    const noted = { code, at, params }
    const nothing = { commit: null, texts: 0, files: 0, people: [], attempts: 1, note: '' }
    await store.write(async (w) => {
      await updateGitSource(w, sourceId, { problem: noted })
      await addGitSync(w, sourceId, { at, kind: 'failed', ...nothing, problem: noted })
    })
    return problem
  }

  function asFailure({ code, params }: GitProblemError): Failure {
    return new Failure('source-unreachable', { ...params, reason: code })
  }

  /** Whether a look waits for its turn: it finds what is reported until it starts. */
  let isLookQueued = false

  async function lookInTurn(): Promise<void> {
    isLookQueued = true
    await inTurn(async () => {
      isLookQueued = false
      await look()
    })
  }

  async function poll(): Promise<void> {
    if (isLookQueued) return
    try {
      if (!(await stateNow()).isPaused && !isLookQueued) await lookInTurn()
      sender.schedule()
    } catch (error) {
      failures++
      const problem = await noteProblem(error).catch((fault: unknown) =>
        log({ level: 'error', event: 'git-look-failed', source: sourceId, error: fault }),
      )
      notBeforeMs = now().getTime() + ((problem && pauseAskedMs(problem, now())) ?? 0)
    }
    schedulePoll()
  }

  function schedulePoll(afterMs = POLL_MS): void {
    if (ending.signal.aborted) return
    if (pollTimer !== null) clearTimeout(pollTimer)
    const usual = failures === 0 ? afterMs : Math.min(POLL_MS, RETRY_MS * 2 ** (failures - 1))
    const pause = Math.max(usual, notBeforeMs - now().getTime())
    pollTimer = setTimeout(poll, pause * (1 + POLL_JITTER * (Math.random() * 2 - 1)))
    pollTimer.unref()
  }

  return {
    files,
    watch: {
      async start(heard) {
        listener = heard
        const state = await begin().finally(noteStarted)
        if (!state.isPaused) {
          await inTurn(pollBranch).catch(async (error: unknown) => {
            failures++
            const problem = await noteProblem(error)
            // Nothing was ever read: the person who connects it has to know.
            if (branch.current() === null && state.commit === null) throw asFailure(problem)
          })
          if (failures === 0) await inTurn(pollBranches).catch(noteProblem)
          await inTurn(renewCopy).catch(noteProblem)
        }
        // A translation branch has read its merge base; its changes come next.
        if (row.into === undefined) schedulePoll()
        else schedulePoll(0)
        sender.schedule()
        scheduleTidy()
      },
      async beforeRound() {
        await started
        await adopt()
        reading.forget()
      },
      async beforeSync(paths) {
        // A sync in a thread of its own reads them itself.
        if (!(await isLarge({ files }, paths))) await reading.preload(paths)
      },
      async afterSync(paths) {
        await branch
          .merged(paths)
          .catch((error: unknown) =>
            log({ level: 'warn', event: 'git-history-not-written', source: sourceId, error }),
          )
      },
      async close() {
        ending.abort()
        if (pollTimer !== null) clearTimeout(pollTimer)
        if (tidyTimer !== null) clearTimeout(tidyTimer)
        sender.close()
        noteStarted()
        await work
      },
    },
    snapshot,
    onThreadFault(error) {
      if (isCopyDamaged(error)) onDamage()
    },
    isWatching: () => !ending.signal.aborted,
    leftOut: () => branch.current()?.leftOut ?? [],
    hear() {
      failures = 0
      schedulePoll(0)
    },
    async reach() {
      try {
        await inTurn(look)
      } catch (error) {
        throw asFailure(await noteProblem(error))
      } finally {
        schedulePoll()
        // Its settings might have changed.
        sender.schedule()
      }
    },
    async send() {
      try {
        await inTurn(() => sender.send(true))
      } catch (error) {
        throw asFailure(await noteProblem(error))
      }
    },
  }
}

/** A problem that needs a person stays on screen even if the network fails too. */
function isTold(known: GitProblem | null, { code, params }: GitProblemError): boolean {
  if (known === null) return false
  const isSame = known.code === code && known.params?.forge === params.forge
  return isSame || (needsPerson(known) && !needsPerson({ code, params }))
}

/** Whether a look at the branch cannot solve the problem. */
function isOfSending({ code, params }: GitProblem): boolean {
  // With an empty name nothing can be read; with an invalid name somewhere nothing can be committed.
  return SENDING.has(code) || (code === 'unusable-name' && params?.path !== '')
}

const SENDING: ReadonlySet<string> = new Set([
  'branch-protected',
  'push-refused',
  'signature-required',
  'signing-key-missing',
  'secret-found',
  'write-refused',
  'pull-request-closed',
  'forge-refused',
  'overtaken',
])

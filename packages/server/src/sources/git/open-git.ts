import { join } from 'node:path'
import { Failure } from '@dragoman/contract'
import { type Format, formatById } from '@dragoman/formats'
import { type GitSource, type GitSourceRow, gitSource, type Store, updateGitSource } from '@dragoman/store'
import { type History, openHistory } from '../../git/history.ts'
import { type Mirror, openMirror } from '../../git/mirror.ts'
import type { Log } from '../../log.ts'
import { isLarge } from '../../sync/run/sync-batch.ts'
import type { SourceListener } from '../../sync/run/transport.ts'
import type { Workers } from '../../workers/open-workers.ts'
import type { SourceTransport } from '../source-transport.ts'
import { openBranchFollower } from './branches/follow-branches.ts'
import { connectedLocation, signInOf } from './connect/connect-mirror.ts'
import { copyOf } from './copy-of.ts'
import type { GitParts } from './git-parts.ts'
import { GitProblemError, problemOf } from './git-problem.ts'
import { keepTidy, openLooks } from './open-looks.ts'
import { type BranchReader, openBranchReader } from './read/branch-reader.ts'
import { type GitSnapshot, openGitFiles } from './read/git-files.ts'
import { isCopyDamaged, openGitReading } from './read/git-reading.ts'
import { type GitSender, openGitSender } from './send/git-sender.ts'
import { openPullRequests } from './send/pull-requests.ts'
import { openSourceForge } from './source-forge.ts'
import { asFailure, isOfSending, noteProblem } from './source-problems.ts'
import { openTurns, type Turns } from './turns.ts'

export type OpenGitParts = GitParts & {
  /** Writes only as long as this process syncs the source. */
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
  readonly workers: Pick<Workers, 'run'>
  readonly projectId: number
  readonly onLeftOut: () => void
  /** A translation branch, given by its project, has ended. Not awaited. */
  readonly onBranchEnd: (end: BranchEnd, projectId: number) => void
}

/** It was merged, deleted from the repository, or its pull request was closed or merged into another branch. */
export type BranchEnd = 'merged' | 'deleted' | 'pull-request'

/** What belongs to one source while it is open. */
export type GitSourceParts = OpenGitParts & {
  readonly row: GitSource
  readonly format: Format
  /** The folder of all copies. */
  readonly root: string
  /** The folder of its copy. */
  readonly folder: string
  readonly mirror: Mirror
  readonly history: History
  readonly branch: BranchReader
  /** Aborted once it is closed. */
  readonly signal: AbortSignal
  /** Looks and pushes. */
  readonly turns: Turns
  readonly stateNow: () => Promise<GitSourceRow>
  /** The next look fetches what is missing. */
  readonly recreateCopy: () => void
}

/** Opens a branch of a repository for the sync. */
export function openGit(row: GitSource, parts: OpenGitParts): SourceTransport {
  const { store, now, git } = parts
  const ending = new AbortController()
  let listener: SourceListener | null = null
  const source = openSource(row, parts, {
    signal: ending.signal,
    onFound: (paths) => listener?.onFound(paths),
    recreateCopy,
  })
  const { branch, turns } = source
  const sender = openGitSender({
    ...source,
    folder: source.root,
    pollBranch: () => looks.pollBranch(),
    inTurn: turns.inTurn,
    compare: async () => void (await listener?.onReplaced()),
    mergeFound: async () => void (await listener?.mergeFound()),
    noteProblem: (error) => noteProblem(source, error),
  })
  const compareAll = () => void listener?.onReplaced().catch(() => undefined) // the schedule repeats it
  const looksParts = { ...source, sender, followBranches: followerOf(source), onFirstRead: compareAll }
  const looks = openLooks(looksParts)
  const snapshot = () => snapshotOf(source)
  const reading = openGitReading({ git, snapshot, read: store.read, onDamage: recreateCopy })
  const files = openGitFiles({
    store,
    now,
    sourceId: row.id,
    reading,
    onChanged(path) {
      branch.noteChanged(path)
      sender.schedule()
    },
  })
  const begin = untilDone(async () => {
    const state = await source.stateNow()
    await branch.start(state)
    turns.begin()
    return state
  })
  let stopTidying = () => {}

  function recreateCopy(): void {
    branch.noteDamage()
    looks.schedule(0)
  }

  return {
    files,
    watch: {
      async start(heard) {
        listener = heard
        stopTidying = keepTidy(looksParts)
        const state = await begin().catch((error: unknown) => {
          // A look waits for its turn until a round knows what was changed here.
          looks.schedule(0)
          throw error
        })
        await looks.start(state).finally(sender.schedule)
      },
      async beforeRound() {
        await begin()
        await adopt(source)
        reading.forget()
      },
      async beforeSync(paths) {
        // A sync in a thread of its own reads them itself.
        if (!(await isLarge({ files }, paths))) await reading.preload(paths)
      },
      afterSync: (paths) => noteMerged(source, paths),
      async close() {
        ending.abort()
        looks.close()
        stopTidying()
        sender.close()
        turns.begin()
        await turns.settled()
      },
    },
    snapshot,
    onThreadFault(error) {
      if (isCopyDamaged(error)) recreateCopy()
    },
    isWatching: () => !ending.signal.aborted,
    leftOut: () => branch.current()?.leftOut ?? [],
    hear: looks.hear,
    reach: looks.reach,
    send: () => sendNow(source, sender),
  }
}

/** Throws `source-unreachable`. */
async function sendNow(source: GitSourceParts, sender: Pick<GitSender, 'send'>): Promise<void> {
  try {
    await source.turns.inTurn(() => sender.send(true))
  } catch (error) {
    throw asFailure(await noteProblem(source, error))
  }
}

function openSource(
  row: GitSource,
  parts: OpenGitParts,
  {
    signal,
    onFound,
    recreateCopy,
  }: Pick<GitSourceParts, 'signal' | 'recreateCopy'> & {
    readonly onFound: (paths: readonly string[]) => void
  },
): GitSourceParts {
  const { store, now, folder: root, projectId, onLeftOut } = parts
  const format = formatById(row.format)
  if (format === null) throw new Error(`The format ${row.format} of source ${row.id} is not known`)
  const folder = join(root, String(copyOf(row)))
  const stateNow = async () => {
    const state = await store.read((r) => gitSource(r, row.id))
    if (state === null) throw new Failure('not-found', { what: 'source' })
    return state
  }
  const place = connectedLocation(parts, {
    repository: row.repository,
    folder,
    signal,
    access: async () => signInOf(parts, row, await stateNow()),
  })
  const mirror = openMirror(place)
  const history = openHistory({ ...place, folder: `${folder}-history` })
  const of = { store, now, row, projectId, format, mirror, history }
  const { read: readRequest } = openPullRequests({ ...parts, ...of })
  const branch = openBranchReader({ ...of, readRequest, onFound, onLeftOut })
  return { ...parts, ...of, root, folder, branch, signal, turns: openTurns(), stateNow, recreateCopy }
}

function followerOf(source: GitSourceParts): (state: GitSourceRow) => Promise<void> {
  return openBranchFollower({
    ...source,
    forge: (state) => openSourceForge(source, state),
    onEnd: (ended, end) => source.onBranchEnd(end, ended.projectId),
  })
}

function snapshotOf({ row, folder, searchPath, branch }: GitSourceParts): GitSnapshot {
  const current = branch.current()
  return {
    sourceId: row.id,
    mirror: folder,
    searchPath,
    commit: current?.commit ?? null,
    files: current?.files ?? null,
    changed: branch.changed(),
    foreign: branch.foreign(),
    keys: row.into === undefined ? null : (current?.keys ?? new Map()),
    namespaces: row.into === undefined ? null : (current?.namespaces ?? new Set()),
    pattern: row.pattern,
  }
}

/** Returns what runs a task until it has succeeded once; calls at the same time share a run. */
function untilDone<T>(task: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null
  return () => {
    done ??= task().catch((error: unknown) => {
      done = null
      throw error
    })
    return done
  }
}

/** What a round cannot adopt is a problem that people see, and not only an error of the server. */
async function adopt(source: GitSourceParts): Promise<void> {
  const { row, store, branch, stateNow } = source
  const wasStuck = branch.isStuck()
  try {
    await branch.adopt()
  } catch (error) {
    throw asFailure(await noteProblem(source, asProblem(source, error)))
  }
  if (!wasStuck) return
  const { problem } = await stateNow()
  if (problem !== null && !isOfSending(problem))
    await store.write((w) => updateGitSource(w, row.id, { problem: null }))
}

/** An error that has nothing to do with the repository stops the sync as well. */
function asProblem({ row, log, signal }: GitSourceParts, error: unknown): unknown {
  if (signal.aborted || isCopyDamaged(error) || problemOf(error) !== null) return error
  log({ level: 'error', event: 'git-adopt-failed', source: row.id, error })
  return new GitProblemError('adopt-failed', {}, { cause: error })
}

async function noteMerged({ row, log, branch }: GitSourceParts, paths: readonly string[]): Promise<void> {
  await branch
    .merged(paths)
    .catch((error: unknown) =>
      log({ level: 'warn', event: 'git-history-not-written', source: row.id, error }),
    )
}

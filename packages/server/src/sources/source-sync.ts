import { isDeepStrictEqual } from 'node:util'
import { Failure } from '@dragoman/contract'
import type { EventPayloads } from '@dragoman/core'
import {
  branchOfProject,
  closeBranch,
  JobLostError,
  listAllSources,
  removeSource,
  type SourceRow,
  type Store,
  sourceById,
  type Writer,
} from '@dragoman/store'
import type { Deps } from '../deps.ts'
import type { Subscriber } from '../events/subscriber.ts'
import type { Write } from '../http/guard-writes.ts'
import type { Leases } from '../leases/open-leases.ts'
import type { Reading } from '../sync/run/reading.ts'
import { type RunningSource, runSource } from '../sync/run/run-source.ts'
import type { DraftRequest } from '../sync/run/sync-draft.ts'
import { syncOf } from '../sync/run/sync-of.ts'
import { openCompareRequests } from './compare-requests.ts'
import { sourcesOfJobs } from './folder/connect-folder.ts'
import { openFolder } from './folder/open-folder.ts'
import { type FolderSurvey, openFolderSurvey, type SurveyedFiles } from './folder/survey-folder.ts'
import type { GitParts } from './git/git-parts.ts'
import { mergeBranch } from './git/merge-branch.ts'
import { type BranchEnd, openGit } from './git/open-git.ts'
import { openStatusNotes, type StatusNotes } from './note-status.ts'
import type { SourceTransport } from './source-transport.ts'

/** All connected folders and repositories. As a subscriber it writes back what any process saved. */
export type SourceSync = Subscriber & {
  /** Starts a source that was connected, and reads it in. If that is stopped or fails, stops the source. */
  readonly readIn: (request: ReadInRequest) => Promise<void>
  /** `allow` is called in the transaction that removes it, and throws if it cannot be removed. */
  readonly disconnect: (write: Write, sourceId: number, allow?: (w: Writer) => Promise<void>) => Promise<void>
  readonly forgetProject: (projectId: number) => Promise<void>
  /** Compares a source now, wherever it is synced; returns how much changed. */
  readonly sync: (projectId: number, sourceId: number) => Promise<number>
  /**
   * Sends the pending changes of a repository now, wherever it is synced. Throws `source-unreachable` with the code of
   * the problem, `not-found` for a source of another kind.
   */
  readonly send: (projectId: number, sourceId: number) => Promise<void>
  /** Something new in a repository was reported: it is checked soon, wherever it is synced. */
  readonly hear: (projectId: number, sourceId: number) => Promise<void>
  /** Runs a task while a source is neither watched nor written; then compares the two again. */
  readonly whilePaused: (sourceId: number, task: () => Promise<void>) => Promise<void>
  /**
   * Runs a write that changes where the files of a source are, and continues there. Reading the files is not
   * awaited: what prevents it becomes the problem of the source.
   */
  readonly move: (sourceId: number, task: () => Promise<void>) => Promise<void>
  readonly isWatching: (sourceId: number) => boolean
  /**
   * Starts the sources of all projects, except those that a job is still reading in; comparing them continues
   * in the background.
   */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export type ReadInRequest = {
  readonly projectId: number
  readonly source: SourceRow
  readonly reading: Reading
}

export type SourceSyncParts = Pick<Deps, 'store' | 'now' | 'log' | 'workers' | 'timings'> & {
  readonly leases: Leases
  /** Number of the last event that this process received. */
  readonly position: () => number
  readonly repositories: GitParts
}

type CompareRequest = EventPayloads['source.compare-requested']

type OpenRequest = {
  readonly projectId: number
  readonly row: SourceRow
  /** Writes only as long as this process syncs the source. */
  readonly fenced: Store
  readonly onLeftOut: () => void
}

/** A running source. */
type ActiveSource = RunningSource & { readonly transport: SourceTransport; readonly notes: StatusNotes }

const leaseOf = (sourceId: number) => `source ${sourceId}`

export function openSourceSync({ leases, position, repositories, ...parts }: SourceSyncParts): SourceSync {
  const { store, log, workers, timings } = parts
  const running = new Map<number, ActiveSource>()
  /** Ends of the pauses of sources that this process syncs. */
  const pauses = new Map<number, Promise<void>>()
  const elsewhere = openCompareRequests(store)
  /** Projects of translation branches that are being closed. */
  const ending = new Set<number>()
  let isClosing = false

  const survey = openFolderSurvey({
    sources: () => [...running.values()].flatMap(({ row }) => (row.kind === 'folder' ? [row] : [])),
    onChange: (sourceId) => running.get(sourceId)?.notes.leftOutChanged(),
  })

  function openTransport({ projectId, row, fenced, onLeftOut }: OpenRequest): SourceTransport {
    switch (row.kind) {
      case 'folder':
        return openFolder(row, { log, onLeftOut, pollMs: timings.folderPollMs })
      case 'git':
        return openGit(row, {
          ...repositories,
          store: fenced,
          now: parts.now,
          log,
          projectId,
          onLeftOut,
          onBranchEnd: (end, ofProject) => endBranch(ofProject, row, end),
        })
      default:
        return row satisfies never
    }
  }

  function run(projectId: number, row: SourceRow): ActiveSource {
    const fenced = leases.fence(leaseOf(row.id))
    const transport = openTransport({
      projectId,
      row,
      fenced,
      onLeftOut: () => notes.leftOutChanged(),
    })
    const leftOut = () => leftOutOf(transport, survey.leftOut(row.id))
    const notes = openStatusNotes({ store: fenced, log, projectId, row, position, leftOut })
    const request = {
      ...parts,
      store: fenced,
      projectId,
      row,
      transport,
      // Without texts from the catalog, no one waits for a save, and it can be the only work for hours.
      draftElsewhere: async (draft: DraftRequest) => {
        const isAlone = draft.fromCatalog.size === 0
        try {
          return await workers.run('draftSync', { draft, snapshot: transport.snapshot() }, { isAlone })
        } catch (error) {
          transport.onThreadFault?.(error)
          throw error
        }
      },
      onAllWritten: notes.allWritten,
    }
    const { start, compare, ...rest } = runSource(request)
    const source: ActiveSource = {
      ...rest,
      start: (...how) => notes.comparing(() => start(...how)),
      compare: () => notes.comparing(compare),
      transport,
      notes,
    }
    running.set(row.id, source)
    return source
  }

  async function takeUp(source: ActiveSource, kind: 'import' | 'sync', reading?: Reading): Promise<void> {
    await source.start(kind, reading)
    if (running.get(source.row.id) === source) surveyFolder(source.row, survey)
  }

  async function stopRunning(source: ActiveSource): Promise<void> {
    running.delete(source.row.id)
    await source.stop()
  }

  /** Stops a source for a task. What needs the source waits until `resume` has started it again. */
  async function pauseFor<T>(
    source: ActiveSource,
    task: () => Promise<T>,
    resume: () => Promise<unknown>,
  ): Promise<T> {
    const { id } = source.row
    let end = () => {}
    const pause = new Promise<void>((resolve) => {
      end = resolve
    })
    pauses.set(id, pause)
    try {
      await stopRunning(source)
      return await task()
    } finally {
      await resume().finally(() => {
        pauses.delete(id)
        end()
      })
    }
  }

  /** Returns the source if this process syncs it, after the end of a pause. */
  async function whenRunning(sourceId: number): Promise<ActiveSource | undefined> {
    await pauses.get(sourceId)
    return running.get(sourceId)
  }

  /** Starts a paused source where it is now. */
  async function continueAt({ projectId, row: { id } }: ActiveSource): Promise<void> {
    const row = await store.read((r) => sourceById(r, id))
    if (row === null || isClosing || running.has(id)) return
    inBackground(row, takeUp(run(projectId, row), 'sync'))
  }

  /** A source is elsewhere now: if it was synced at its old place, continues at the new one. */
  async function followMove(source: ActiveSource): Promise<void> {
    const row = await store.read((r) => sourceById(r, source.row.id))
    if (row === null || running.get(row.id) !== source || isDeepStrictEqual(row, source.row)) return
    await pauseFor(
      source,
      async () => {},
      () => continueAt(source),
    )
  }

  async function stop(source: ActiveSource): Promise<void> {
    await stopRunning(source)
    await leases.release(leaseOf(source.row.id))
  }

  /** Starts the sources that no process syncs, except those that a job is still reading in. */
  async function takeUpFree(): Promise<void> {
    const free = await store.read(async (r) => {
      const byJobs = await sourcesOfJobs(r)
      return (await listAllSources(r)).filter(({ row }) => !byJobs.has(row.id) && !running.has(row.id))
    })
    for (const { projectId, row } of free) {
      if (isClosing || running.has(row.id) || leases.isHeld(leaseOf(row.id))) continue
      if (!(await leases.take(leaseOf(row.id)))) continue
      inBackground(row, takeUp(run(projectId, row), 'sync'))
    }
  }

  /** Starts a translation branch that was opened; other new sources are read in by a job. */
  async function takeUpBranch(sourceId: number): Promise<void> {
    const row = await store.read((r) => sourceById(r, sourceId))
    if (row?.kind === 'git' && row.into !== undefined) await takeUpFree()
  }

  /** Not awaited, as the source that reports it is stopped. If interrupted, it is reported and done again. */
  function endBranch(projectId: number, row: SourceRow, end: BranchEnd): void {
    if (ending.has(projectId)) return
    ending.add(projectId)
    const done = endOf(projectId, row, end).finally(() => ending.delete(projectId))
    inBackground(row, done)
  }

  async function endOf(projectId: number, row: SourceRow, end: BranchEnd): Promise<void> {
    const branch = await store.read((r) => branchOfProject(r, projectId))
    if (branch === null) return
    const at = parts.now().toISOString()
    if (end !== 'merged') {
      await store.write((w) => closeBranch(w, branch, { because: end, at }))
      return
    }
    // What came with the merge has to be in the project before unsent texts are merged into it.
    await syncNow(branch.parentId, branch.intoSourceId)
    const own = running.get(branch.sourceId)
    if (own !== undefined) await stop(own)
    const by = syncOf(row)
    const origin = { actor: by.actor, address: null, tokenId: null }
    await store.write((w) => mergeBranch(w, { branch, texts: 'move', because: 'merged', by, at, origin }))
  }

  async function syncNow(projectId: number, sourceId: number): Promise<number> {
    const source = await whenRunning(sourceId)
    if (source === undefined) {
      // If no process holds the lease, a job is about to read it in.
      if (!leases.isHeld(leaseOf(sourceId))) throw new Failure('still-running')
      return elsewhere.ask({ projectId, sourceId })
    }
    await source.transport.reach()
    const changed = await source.compare()
    surveyFolder(source.row, survey)
    return changed
  }

  function sourcesOf(projectId: number | null): readonly ActiveSource[] {
    return [...running.values()].filter((source) => projectId === null || source.projectId === projectId)
  }

  async function sendFrom({ transport }: ActiveSource): Promise<void> {
    if (transport.send === undefined) throw new Failure('not-found', { what: 'source' })
    await transport.send()
  }

  /** Compares at the request of another process if this one syncs the source, and sends if requested. */
  async function compareFor({ sourceId, request, sends }: CompareRequest): Promise<void> {
    const source = await whenRunning(sourceId)
    if (source === undefined) return
    const { projectId, row, compare, transport } = source
    // The Files screen shows what keeps it from answering.
    await transport.reach().catch(() => undefined)
    const changed = await compare()
    if (sends) await sendFrom(source)
    const payload = { sourceId: row.id, request, changed }
    await store.write(async (w) => w.emit({ kind: 'source.compared', projectId, payload }))
  }

  /** Runs a task without waiting: errors are logged, and the next comparison finds what was missed. */
  function inBackground({ id }: Pick<SourceRow, 'id'>, task: Promise<unknown>): void {
    task.catch((error: unknown) => log({ level: 'error', event: 'sync-failed', source: id, error }))
  }

  /** Surveys what else is in a folder. Not awaited: what is left out is reported when it is known. */
  function surveyFolder(row: SourceRow, { look }: FolderSurvey): void {
    if (row.kind !== 'folder') return
    look(row.folder).catch((error: unknown) =>
      log({ level: 'warn', event: 'folder-survey-failed', folder: row.folder, error }),
    )
  }

  return {
    name: 'sources',
    onEvent(event) {
      const { projectId } = event
      if (projectId === null) return
      elsewhere.onEvent(event)
      switch (event.kind) {
        case 'content.changed':
          for (const source of sourcesOf(projectId)) {
            source.notes.heard(event.position.number)
            source.changed({ ...event.payload, projectId })
          }
          return
        case 'source.added':
          takeUpBranch(event.payload.sourceId).catch((error: unknown) =>
            log({ level: 'error', event: 'sync-failed', error }),
          )
          return
        // Closed branches are not checked; one that is open again is.
        case 'branch.changed':
          if (event.payload.what === 'opened')
            for (const { transport } of sourcesOf(event.payload.branchId)) transport.hear?.()
          return
        case 'conflict.resolved':
          for (const source of sourcesOf(projectId)) source.wanted(event.payload)
          return
        case 'source.compare-requested':
          inBackground({ id: event.payload.sourceId }, compareFor(event.payload))
          return
        case 'source.moved':
          for (const source of sourcesOf(projectId))
            if (source.row.id === event.payload.sourceId) inBackground(source.row, followMove(source))
          return
        // Another process removed it; if this one does, it has stopped the source before.
        case 'source.removed':
        case 'project.deleted':
          for (const source of sourcesOf(projectId)) {
            if (event.kind === 'source.removed' && event.payload.sourceId !== source.row.id) continue
            inBackground(source.row, stop(source))
          }
      }
    },
    onGap(projectId) {
      for (const source of sourcesOf(projectId)) {
        source.notes.missed()
        source.forget()
        inBackground(source.row, source.compare())
      }
    },
    async readIn({ projectId, source: row, reading }) {
      // A process that started to read it can have just died: the job is tried again.
      if (!(await leases.take(leaseOf(row.id)))) throw new Failure('busy')
      const source = run(projectId, row)
      try {
        await takeUp(source, 'import', reading)
      } catch (error) {
        await stop(source)
        throw error
      }
      // Its project was deleted.
      if (running.get(row.id) !== source) throw new JobLostError(`source ${row.id}`)
      if (reading.isStopped()) await stop(source)
    },

    async disconnect(write, sourceId, allow) {
      const source = await whenRunning(sourceId)
      if (source !== undefined) await stop(source)
      await write(async (w) => {
        await allow?.(w)
        await removeSource(w, sourceId)
      })
    },

    async forgetProject(projectId) {
      for (const source of sourcesOf(projectId)) await stop(source)
    },

    sync: syncNow,

    async send(projectId, sourceId) {
      const source = await whenRunning(sourceId)
      if (source !== undefined) return sendFrom(source)
      if (!leases.isHeld(leaseOf(sourceId))) throw new Failure('still-running')
      await elsewhere.ask({ projectId, sourceId, sends: true })
    },

    async hear(projectId, sourceId) {
      const source = await whenRunning(sourceId)
      if (source === undefined) await elsewhere.request({ projectId, sourceId })
      else source.transport.hear?.()
    },

    async whilePaused(sourceId, task) {
      const source = running.get(sourceId)
      if (source === undefined) throw new Failure('not-found', { what: 'source' })
      await pauseFor(source, task, () => takeUp(run(source.projectId, source.row), 'sync'))
    },

    async move(sourceId, task) {
      const source = running.get(sourceId)
      if (source === undefined) return task() // the process that syncs it receives the event
      return pauseFor(source, task, () => continueAt(source))
    },

    isWatching: (sourceId) =>
      running.get(sourceId)?.transport.isWatching() ?? leases.isHeld(leaseOf(sourceId)),

    async start() {
      await takeUpFree()
      leases.start({
        onLook: takeUpFree,
        async onLost(name) {
          for (const source of sourcesOf(null)) if (leaseOf(source.row.id) === name) await stopRunning(source)
        },
      })
    },

    async close() {
      isClosing = true
      for (const source of [...running.values()]) await stop(source)
    },
  }
}

/** Lists each path once. */
function leftOutOf(
  transport: Pick<SourceTransport, 'leftOut'>,
  { files, more }: SurveyedFiles,
): SurveyedFiles {
  const all = new Map([...transport.leftOut(), ...files].map((one) => [one.path, one]))
  return { files: [...all.values()], more }
}

import { access } from 'node:fs/promises'
import { Failure } from '@dragoman/contract'
import { JobLostError, listProjects, listSources, removeSource, type SourceRow } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Subscriber } from '../../events/subscriber.ts'
import type { Leases } from '../../leases/open-leases.ts'
import type { Reading } from '../../sync/run/reading.ts'
import { type RunningSource, runSource } from '../../sync/run/run-source.ts'
import { openCompareRequests } from './compare-requests.ts'
import { sourcesOfJobs } from './connect-folder.ts'
import { type Inspection, inspectFolder } from './inspect-folder.ts'
import type { LeftOut } from './left-out.ts'
import { openStatusNotes, type StatusNotes } from './note-status.ts'
import { type FolderTransport, openFolder } from './open-folder.ts'
import { openFolderSurvey } from './survey-folder.ts'

/** All connected folders. As a subscriber it writes back what was saved, through whichever process. */
export type FolderSync = Subscriber & {
  readonly inspect: (folder: string) => Promise<Inspection>
  /** Takes up a folder that was connected and reads it in; stopped or failed, the folder is let go of. */
  readonly readIn: (request: ReadInRequest) => Promise<void>
  readonly disconnect: (sourceId: number) => Promise<void>
  readonly forgetProject: (projectId: number) => Promise<void>
  /** Compares a folder now, wherever it is synced; answers how much changed. */
  readonly sync: (projectId: number, sourceId: number) => Promise<number>
  /** Runs a task while a folder is neither watched nor written; then compares the two again. */
  readonly whilePaused: (sourceId: number, task: () => Promise<void>) => Promise<void>
  readonly isWatching: (sourceId: number) => boolean
  /**
   * Takes up the folders of all projects but those that a job is still reading in; comparing them goes on in
   * the background.
   */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export type ReadInRequest = {
  readonly projectId: number
  readonly source: SourceRow
  readonly reading: Reading
}

export type FolderSyncParts = Pick<Deps, 'store' | 'now' | 'log' | 'workers'> & {
  readonly leases: Leases
  /** Number of the last event that this process was told of. */
  readonly position: () => number
}

/** Somebody at a browser may point at a whole disk; the command line takes its time. */
const BROWSER_SCAN_MS = 5000

type FolderSource = RunningSource & Pick<FolderTransport, 'isWatching'> & { readonly notes: StatusNotes }

const leaseOf = (sourceId: number) => `source ${sourceId}`

export function openFolderSync({ leases, position, ...parts }: FolderSyncParts): FolderSync {
  const { store, log } = parts
  const running = new Map<number, FolderSource>()
  const elsewhere = openCompareRequests(store)
  let isClosing = false

  const survey = openFolderSurvey({
    sources: () => [...running.values()].map(({ row }) => row),
    onChange: (sourceId) => running.get(sourceId)?.notes.leftOutChanged(),
  })

  /** Not waited for: what is left out is told when it is known. */
  function lookAround(folder: string): void {
    survey
      .look(folder)
      .catch((error: unknown) => log({ level: 'warn', event: 'folder-survey-failed', folder, error }))
  }

  function run(projectId: number, row: SourceRow): FolderSource {
    const fenced = leases.fence(leaseOf(row.id))
    const transport = openFolder(row, { log, onLeftOut: () => notes.leftOutChanged() })
    const leftOut = () => leftOutOf(transport, survey.leftOut(row.id))
    const notes = openStatusNotes({ store: fenced, log, projectId, row, position, leftOut })
    const request = { ...parts, store: fenced, projectId, row, transport, onAllWritten: notes.allWritten }
    const { start, compare, ...rest } = runSource(request)
    const source: FolderSource = {
      ...rest,
      start: (...how) => notes.comparing(() => start(...how)),
      compare: () => notes.comparing(compare),
      isWatching: transport.isWatching,
      notes,
    }
    running.set(row.id, source)
    return source
  }

  async function takeUp(source: FolderSource, kind: 'import' | 'sync', reading?: Reading): Promise<void> {
    await source.start(kind, reading)
    if (running.get(source.row.id) === source) lookAround(source.row.folder)
  }

  async function pause(source: FolderSource): Promise<void> {
    running.delete(source.row.id)
    await source.stop()
  }

  async function stop(source: FolderSource): Promise<void> {
    await pause(source)
    await leases.release(leaseOf(source.row.id))
  }

  /** Takes up the folders that no process syncs, but those that a job is still reading in. */
  async function takeUpFree(): Promise<void> {
    const free = await store.read(async (r) => {
      const all: { projectId: number; row: SourceRow }[] = []
      const byJobs = await sourcesOfJobs(r)
      for (const project of await listProjects(r)) {
        for (const row of await listSources(r, project.id))
          if (!byJobs.has(row.id) && !running.has(row.id)) all.push({ projectId: project.id, row })
      }
      return all
    })
    for (const { projectId, row } of free) {
      if (isClosing || running.has(row.id) || leases.isHeld(leaseOf(row.id))) continue
      if (!(await leases.take(leaseOf(row.id)))) continue
      inBackground(row.folder, takeUp(run(projectId, row), 'sync'))
    }
  }

  function sourcesOf(projectId: number | null): readonly FolderSource[] {
    return [...running.values()].filter((source) => projectId === null || source.projectId === projectId)
  }

  /** Compares because another process asks for it. */
  async function compareFor({ projectId, row, compare }: FolderSource, request: string): Promise<void> {
    const changed = await compare()
    const payload = { sourceId: row.id, request, changed }
    await store.write(async (w) => w.emit({ kind: 'source.compared', projectId, payload }))
  }

  /** Not waited for: what fails is in the log, and the next comparison finds what was missed. */
  function inBackground(folder: string, task: Promise<unknown>): void {
    task.catch((error: unknown) => log({ level: 'error', event: 'sync-failed', folder, error }))
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
        case 'conflict.resolved':
          for (const source of sourcesOf(projectId)) source.wanted(event.payload)
          return
        case 'source.compare-requested':
          for (const source of sourcesOf(projectId))
            if (source.row.id === event.payload.sourceId)
              inBackground(source.row.folder, compareFor(source, event.payload.request))
          return
        // Removed through another process; this one has let go of it before.
        case 'source.removed':
        case 'project.deleted':
          for (const source of sourcesOf(projectId)) {
            if (event.kind === 'source.removed' && event.payload.sourceId !== source.row.id) continue
            inBackground(source.row.folder, stop(source))
          }
      }
    },
    onGap(projectId) {
      for (const source of sourcesOf(projectId)) {
        source.notes.missed()
        source.forget()
        inBackground(source.row.folder, source.compare())
      }
    },
    inspect: (folder) => inspectFolder(folder, undefined, { withinMs: BROWSER_SCAN_MS }),

    async readIn({ projectId, source: row, reading }) {
      // A process that began to read it may have died just now: the job is tried again.
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

    async disconnect(sourceId) {
      const source = running.get(sourceId)
      if (source !== undefined) await stop(source)
      await store.write((w) => removeSource(w, sourceId))
    },

    async forgetProject(projectId) {
      for (const source of sourcesOf(projectId)) await stop(source)
    },

    async sync(projectId, sourceId) {
      const source = running.get(sourceId)
      if (source === undefined) {
        // Without a holder, a job is about to read it in.
        if (!leases.isHeld(leaseOf(sourceId))) throw new Failure('still-running')
        return elsewhere.ask(projectId, sourceId)
      }
      await access(source.row.folder).catch(() => {
        throw new Failure('source-unreachable', { folder: source.row.folder })
      })
      const changed = await source.compare()
      lookAround(source.row.folder)
      return changed
    },

    async whilePaused(sourceId, task) {
      const source = running.get(sourceId)
      if (source === undefined) throw new Failure('not-found', { what: 'source' })
      await pause(source)
      try {
        await task()
      } finally {
        await takeUp(run(source.projectId, source.row), 'sync')
      }
    },

    isWatching: (sourceId) => running.get(sourceId)?.isWatching() ?? leases.isHeld(leaseOf(sourceId)),

    async start() {
      await takeUpFree()
      leases.start({
        onLook: takeUpFree,
        async onLost(name) {
          for (const source of sourcesOf(null)) if (leaseOf(source.row.id) === name) await pause(source)
        },
      })
    },

    async close() {
      isClosing = true
      for (const source of [...running.values()]) await stop(source)
    },
  }
}

/** Each path once. */
function leftOutOf(
  transport: Pick<FolderTransport, 'leftOut'>,
  surveyed: readonly LeftOut[],
): readonly LeftOut[] {
  return [...new Map([...transport.leftOut(), ...surveyed].map((one) => [one.path, one])).values()]
}

import { access } from 'node:fs/promises'
import { Failure } from '@dragoman/contract'
import {
  type ChangeSet,
  JobLostError,
  listProjects,
  listSources,
  removeSource,
  type SourceRow,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Reading } from '../../sync/run/reading.ts'
import { type RunningSource, runSource, type Waiting } from '../../sync/run/run-source.ts'
import { sourcesOfJobs } from './connect-folder.ts'
import { type Inspection, inspectFolder } from './inspect-folder.ts'
import type { LeftOut } from './left-out.ts'
import { type FolderTransport, openFolder } from './open-folder.ts'
import { openFolderSurvey } from './survey-folder.ts'

/** All connected folders. */
export type FolderSync = {
  readonly inspect: (folder: string) => Promise<Inspection>
  /** Takes up a folder that was connected and reads it in; stopped or failed, the folder is let go of. */
  readonly readIn: (request: ReadInRequest) => Promise<void>
  readonly disconnect: (sourceId: number) => Promise<void>
  readonly forgetProject: (projectId: number) => Promise<void>
  readonly sync: (sourceId: number) => Promise<number>
  /** Runs a task while a folder is neither watched nor written; then compares the two again. */
  readonly whilePaused: (sourceId: number, task: () => Promise<void>) => Promise<void>
  readonly isWatching: (sourceId: number) => boolean
  /** What lies in the folders of a project where its files could be, and is not read. */
  readonly leftOut: (projectId: number) => readonly LeftOut[]
  /** What was saved in a project and is not in its file yet. */
  readonly waiting: (projectId: number) => Waiting
  readonly settled: (
    projectId: number,
    place: { readonly language: string; readonly namespace: string },
  ) => void
  /** Content of a project changed. */
  readonly changed: (changeSet: ChangeSet) => void
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

/** Somebody at a browser may point at a whole disk; the command line takes its time. */
const BROWSER_SCAN_MS = 5000

type FolderSource = RunningSource & Pick<FolderTransport, 'isWatching' | 'leftOut'>

export function openFolderSync(parts: Pick<Deps, 'store' | 'now' | 'log' | 'live' | 'workers'>): FolderSync {
  const { store, log } = parts
  const running = new Map<number, FolderSource>()

  const survey = openFolderSurvey({
    sources: () => [...running.values()].map(({ row }) => row),
    onChange(sourceId) {
      const projectId = running.get(sourceId)?.projectId
      if (projectId !== undefined) parts.live.filesChanged(projectId)
    },
  })

  /** Not waited for: what is left out is told when it is known. */
  function lookAround(folder: string): void {
    survey
      .look(folder)
      .catch((error: unknown) => log({ level: 'warn', event: 'folder-survey-failed', folder, error }))
  }

  function run(projectId: number, row: SourceRow): FolderSource {
    const transport = openFolder(row, { log, onLeftOut: () => parts.live.filesChanged(projectId) })
    const { isWatching, leftOut } = transport
    const source = { ...runSource({ ...parts, projectId, row, transport }), isWatching, leftOut }
    running.set(row.id, source)
    return source
  }

  async function takeUp(source: FolderSource, kind: 'import' | 'sync', reading?: Reading): Promise<void> {
    await source.start(kind, reading)
    if (running.get(source.row.id) === source) lookAround(source.row.folder)
  }

  async function stop(source: FolderSource): Promise<void> {
    running.delete(source.row.id)
    await source.stop()
  }

  return {
    inspect: (folder) => inspectFolder(folder, undefined, { withinMs: BROWSER_SCAN_MS }),

    async readIn({ projectId, source: row, reading }) {
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
      for (const source of [...running.values()]) if (source.projectId === projectId) await stop(source)
    },

    async sync(sourceId) {
      const source = running.get(sourceId)
      // A job is about to read it in.
      if (source === undefined) throw new Failure('still-running')
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
      await stop(source)
      try {
        await task()
      } finally {
        await takeUp(run(source.projectId, source.row), 'sync')
      }
    },

    isWatching: (sourceId) => running.get(sourceId)?.isWatching() ?? false,

    waiting(projectId) {
      const all = [...running.values()]
        .filter((source) => source.projectId === projectId)
        .map((source) => source.waiting())
      // Every folder of the project hears of every save.
      return {
        files: all.flatMap(({ files }) => files),
        texts: Math.max(0, ...all.map(({ texts }) => texts)),
      }
    },

    leftOut(projectId) {
      const own = [...running.values()].filter((source) => source.projectId === projectId)
      const all = own.flatMap((source) => [...source.leftOut(), ...survey.leftOut(source.row.id)])
      return [...new Map(all.map((one) => [one.path, one])).values()]
    },

    settled(projectId, place) {
      for (const source of running.values()) if (source.projectId === projectId) source.wanted(place)
    },

    changed(changeSet) {
      for (const source of running.values())
        if (source.projectId === changeSet.projectId) source.changed(changeSet)
    },

    async start() {
      const rows = await store.read(async (r) => {
        const all: { projectId: number; row: SourceRow }[] = []
        const byJobs = await sourcesOfJobs(r)
        for (const project of await listProjects(r)) {
          for (const row of await listSources(r, project.id))
            if (!byJobs.has(row.id)) all.push({ projectId: project.id, row })
        }
        return all
      })
      const sources = rows.map(({ projectId, row }) => run(projectId, row))
      for (const source of sources) {
        takeUp(source, 'sync').catch((error: unknown) =>
          log({ level: 'error', event: 'sync-failed', folder: source.row.folder, error }),
        )
      }
    },

    async close() {
      for (const source of [...running.values()]) await stop(source)
    },
  }
}

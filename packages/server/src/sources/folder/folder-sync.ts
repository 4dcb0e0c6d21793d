import { access, constants } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '@dragoman/contract'
import { type Detection, formatFor, matchFile } from '@dragoman/formats'
import { addLanguages, createSource, listProjects, listSources, removeSource, type SourceRow, type Touched } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { type FolderSource, runFolderSource, type Waiting } from './folder-source.ts'
import { type Inspection, inspectFolder } from './inspect-folder.ts'
import type { LeftOut } from './left-out.ts'
import { scanFolder } from './scan-folder.ts'
import { fixedPart } from './watch-folder.ts'

/** All connected folders. */
export type FolderSync = {
  readonly inspect: (folder: string) => Promise<Inspection>
  /** Connects a folder and imports it. Answers when the import is done, or after a while that a person will wait. */
  readonly connect: (request: ConnectRequest) => Promise<SourceRow>
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
  readonly settled: (projectId: number, place: { readonly language: string; readonly namespace: string }) => void
  readonly committed: (touched: Touched) => void
  /** Takes up the folders of all projects; comparing them goes on in the background. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export type ConnectRequest = {
  readonly projectId: number
  /** A path, or what is known of the folder already. */
  readonly folder: string | Inspection
  readonly sourceLanguage: string
  readonly pattern?: string
  /** How long to wait for the import; it goes on afterwards. */
  readonly patienceMs?: number
}

/** Somebody at a browser may point at a whole disk; the command line takes its time. */
const BROWSER_SCAN_MS = 5000

/** A person waits this long for an import; then the project opens and fills. */
const PATIENCE_MS = 15_000

export function openFolderSync(parts: Pick<Deps, 'store' | 'now' | 'log' | 'live'>): FolderSync {
  const { store, now, log } = parts
  const running = new Map<number, FolderSource>()

  function run(projectId: number, row: SourceRow): FolderSource {
    const source = runFolderSource({ ...parts, projectId, row })
    running.set(row.id, source)
    return source
  }

  async function takeUp(source: FolderSource, kind: 'import' | 'sync'): Promise<void> {
    await source.startWatching()
    await source.reconcile(kind)
  }

  async function stop(source: FolderSource): Promise<void> {
    running.delete(source.row.id)
    await source.close()
  }

  return {
    inspect: (folder) => inspectFolder(folder, undefined, { withinMs: BROWSER_SCAN_MS }),

    async connect({ projectId, folder: text, sourceLanguage, pattern, patienceMs = PATIENCE_MS }) {
      const { folder, candidates } = typeof text === 'string' ? await inspectFolder(text) : text
      const chosen = pattern === undefined ? candidates[0] : await detectionOf({ folder, pattern, candidates, sourceLanguage })
      if (chosen === undefined) throw new Failure('no-locale-files', { folder })
      const isTaken = [...running.values()].some((other) => other.row.folder === folder && other.row.pattern === chosen.pattern)
      if (isTaken) throw new Failure('already-exists', { what: 'source', folder })
      const at = now().toISOString()
      const writable = await access(join(folder, fixedPart(chosen.pattern)), constants.W_OK).then(
        () => true,
        () => false,
      )
      const row = await store.write(async (w) => {
        // Source first, then as the folder has them, so that lists of languages read the same way.
        const tags = [...new Set([sourceLanguage, ...chosen.files.map((file) => file.language)])]
        await addLanguages(w, { projectId, tags, author: basename(folder), at, origin: folder })
        return createSource(w, {
          projectId,
          kind: 'folder',
          folder,
          pattern: chosen.pattern,
          format: chosen.format,
          writable,
          createdAt: at,
        })
      })
      const importing = takeUp(run(projectId, row), 'import')
      importing.catch((error: unknown) => log({ level: 'error', event: 'import-failed', folder, error }))
      await Promise.race([importing, delay(patienceMs, undefined, { ref: false })])
      return row
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
      if (source === undefined) throw new Failure('not-found', { what: 'source' })
      await access(source.row.folder).catch(() => {
        throw new Failure('source-unreachable', { folder: source.row.folder })
      })
      return source.reconcile('sync')
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
      const all = [...running.values()].filter((source) => source.projectId === projectId).map((source) => source.waiting())
      // Every folder of the project hears of every save.
      return { files: all.flatMap(({ files }) => files), texts: Math.max(0, ...all.map(({ texts }) => texts)) }
    },

    leftOut: (projectId) => [...running.values()].flatMap((source) => (source.projectId === projectId ? source.leftOut() : [])),

    settled(projectId, place) {
      for (const source of running.values()) if (source.projectId === projectId) source.wanted(place)
    },

    committed(touched) {
      for (const source of running.values()) if (source.projectId === touched.projectId) source.committed(touched)
    },

    async start() {
      const rows = await store.read(async (r) => {
        const all: { projectId: number; row: SourceRow }[] = []
        for (const project of await listProjects(r)) {
          for (const row of await listSources(r, project.id)) all.push({ projectId: project.id, row })
        }
        return all
      })
      const sources = rows.map(({ projectId, row }) => run(projectId, row))
      for (const source of sources) {
        takeUp(source, 'sync').catch((error: unknown) => log({ level: 'error', event: 'sync-failed', folder: source.row.folder, error }))
      }
    },

    async close() {
      for (const source of [...running.values()]) await stop(source)
    },
  }
}

type PatternRequest = {
  readonly folder: string
  readonly pattern: string
  readonly candidates: readonly Detection[]
  readonly sourceLanguage: string
}

/** The files a given pattern fits, in the format they were found to have. Throws `no-locale-files` where it fits none. */
async function detectionOf({
  folder,
  pattern,
  candidates,
  sourceLanguage,
}: PatternRequest): Promise<Pick<Detection, 'pattern' | 'format' | 'files'>> {
  const known = candidates.find((candidate) => candidate.pattern === pattern)
  if (known !== undefined) return known
  const files = (await scanFolder(folder)).found.flatMap(({ path }) => {
    const match = matchFile(pattern, path)
    return match === null ? [] : [{ ...match, path, language: match.language ?? sourceLanguage }]
  })
  const paths = new Set(files.map((file) => file.path))
  const like = candidates.find((candidate) => candidate.files.some((file) => paths.has(file.path)))
  const format = like?.format ?? formatFor(pattern).format?.id
  if (files.length === 0 || format === undefined) throw new Failure('no-locale-files', { folder, pattern })
  return { pattern, format, files }
}

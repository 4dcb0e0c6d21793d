import { dirname, join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { formatById, matchFile, matchPattern, spellLanguage } from '@dragoman/formats'
import { type FileRow, listFiles, listOperations, type SourceRow, type Touched } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { batchesOf } from './batches-of.ts'
import { openSyncContext } from './context.ts'
import { rootStampOf, stampOf } from './file-stamp.ts'
import { findLeftOut, type LeftOut } from './left-out.ts'
import { recoverWrites } from './recover-writes.ts'
import { linkOnTheWay, scanFolder } from './scan-folder.ts'
import { removeStaleTemporaries } from './stale-temporaries.ts'
import { type BatchRequest, pathOf, syncBatch } from './sync-batch.ts'
import { fixedPart, type Watch, watchFolder } from './watch-folder.ts'

/** One connected folder at work: watched, and kept in step with the catalog. */
export type FolderSource = {
  readonly row: SourceRow
  readonly projectId: number
  readonly isWatching: () => boolean
  /** What lies where files of the pattern could be and is not read. */
  readonly leftOut: () => readonly LeftOut[]
  /** What was saved and is not in its file yet. */
  readonly waiting: () => Waiting
  /** Content of the project changed. */
  readonly committed: (touched: Touched) => void
  /** A file is to be merged although neither side has changed. */
  readonly wanted: (place: { readonly language: string; readonly namespace: string }) => void
  /** Compares everything now; answers how much changed. */
  readonly reconcile: (kind: BatchRequest['kind']) => Promise<number>
  readonly startWatching: () => Promise<void>
  /** Writes back what is due, then lets go of the folder. */
  readonly close: () => Promise<void>
}

/** Files that are still to be written, by language and namespace, and how many texts of them. */
export type Waiting = { readonly files: Touched['files']; readonly texts: number }

/** After a commit or an event, so that a burst becomes one look. */
const SETTLE_MS = 60
/** Between two merges, so that somebody who saves string after string does not wait for a large file each time. */
const REST_MS = 400
const SECOND_LOOK_MS = 200
/** What watching may have missed is found by comparing sizes and times. */
const POLL_MS = 10_000
/** Files that could not be written are tried again. */
const RETRY_MS = 30_000
/** A save takes its time before it is committed: it may be a little older than the sync that did not see it. */
const CLOCK_MARGIN_MS = 60_000
/** Operations looked at after a restart; with more since the last sync, everything is compared. */
const RECENT_OPERATIONS = 2000

export type FolderSourceParts = Pick<Deps, 'store' | 'now' | 'log' | 'live'> & { readonly projectId: number; readonly row: SourceRow }

export function runFolderSource({ store, now, log, live, projectId, row }: FolderSourceParts): FolderSource {
  const format = formatById(row.format)
  if (format === null) throw new Error(`The format ${row.format} of source ${row.id} is not known`)
  const context = openSyncContext({ store, now, log, projectId, source: row, format })
  const { stamps } = context
  const fromDisk = new Set<string>()
  /** Languages by path. */
  const fromCatalog = new Map<string, Set<string>>()
  let commits: Touched[] = []
  const leftOut = findLeftOut(row, () => live.filesChanged(projectId))
  let areLinksDue = false
  /** Commits whose texts are being written. */
  let inWork: readonly Touched[] = []
  const looks = new Set<NodeJS.Timeout>()
  let watch: Watch | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  let isClosed = false
  let failures = 0
  let lastRetry = now().getTime()
  let rootStamp: string | null = null
  let lastFlushMs = Number.NEGATIVE_INFINITY

  /** One job at a time; a failing one is logged and does not stop the next. */
  function enqueue<T>(job: () => Promise<T>): Promise<T> {
    const run = queue.then(job)
    queue = run.catch(() => undefined)
    return run
  }

  function soon(delayMs = SETTLE_MS): void {
    if (isClosed || timer !== null) return
    const rest = lastFlushMs + REST_MS - performance.now()
    timer = setTimeout(
      () => {
        timer = null
        enqueue(() => flush('sync')).then(
          () => {
            failures = 0
            lastFlushMs = performance.now()
          },
          (error: unknown) => {
            log({ level: 'error', event: 'sync-failed', folder: row.folder, error })
            soon(Math.min(RETRY_MS, 1000 * 2 ** failures))
            failures += 1
          },
        )
      },
      Math.max(delayMs, rest),
    )
  }

  function isDue(path: string, language: string): void {
    const languages = fromCatalog.get(path)
    if (languages === undefined) fromCatalog.set(path, new Set([language]))
    else languages.add(language)
  }

  async function flush(kind: BatchRequest['kind']): Promise<number> {
    await takeCommits()
    if (areLinksDue) await leftOut.look()
    areLinksDue = false
    let changed = 0
    for (let round = 0; round < 20 && fromDisk.size + fromCatalog.size > 0; round++) {
      const catalog = new Map(fromCatalog)
      const paths = [...new Set([...fromDisk, ...fromCatalog.keys()])]
      fromDisk.clear()
      fromCatalog.clear()
      const failed: unknown[] = []
      for (const batch of await batchesOf(row, paths)) {
        try {
          changed += await runBatch({ paths: batch, fromCatalog: catalog, kind })
        } catch (error) {
          // Nothing is forgotten, and the other files go on: these are due at the next try.
          for (const path of batch) {
            const languages = catalog.get(path)
            if (languages === undefined) fromDisk.add(path)
            else for (const language of languages) isDue(path, language)
          }
          failed.push(error)
        }
        await breathe()
      }
      if (failed.length > 0) throw failed[0]
      await takeCommits()
    }
    if (fromDisk.size + fromCatalog.size > 0) soon()
    else if (inWork.length > 0) {
      inWork = []
      live.filesChanged(projectId)
    }
    return changed
  }

  async function runBatch(request: BatchRequest): Promise<number> {
    for (const path of request.paths) stamps.set(path, await stampOf(join(row.folder, path)))
    const result = await syncBatch(context, request)
    for (const path of result.again) {
      fromDisk.add(path)
      // What is saved is still to be written there, also if the file should be as it was by then.
      for (const language of request.fromCatalog.get(path) ?? []) isDue(path, language)
    }
    if (result.linked || request.paths.some(leftOut.has)) await leftOut.look()
    if (result.filesChanged) live.filesChanged(projectId)
    lookAgain(request.paths)
    return result.changed
  }

  /** Watchers drop events that follow one another closely: a second look finds what was written right after the first. */
  function lookAgain(paths: readonly string[]): void {
    if (isClosed) return
    const timeout = setTimeout(() => {
      looks.delete(timeout)
      findChanged(paths).catch((error: unknown) => log({ level: 'warn', event: 'folder-look-failed', folder: row.folder, error }))
    }, SECOND_LOOK_MS)
    looks.add(timeout)
  }

  async function findChanged(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      if (stamps.has(path) && stamps.get(path) !== (await stampOf(join(row.folder, path)))) fromDisk.add(path)
    }
    if (fromDisk.size > 0) soon(0)
  }

  /** Files that commits of others touched, by path. Our own commits came from the files. */
  async function takeCommits(): Promise<void> {
    const taken = commits.filter((touched) => !context.ownOperations.delete(touched.operationId))
    commits = []
    if (taken.length === 0) return
    inWork = [...inWork, ...taken]
    const rows = await store.read((r) => listFiles(r, { sourceId: row.id }))
    for (const { files } of taken) for (const place of files) want(rows, place)
  }

  function want(rows: readonly FileRow[], { language, namespace }: { language: string; namespace: string }): void {
    const siblings = rows.flatMap((file) => matchPattern(row.pattern, file.path)?.languageAsWritten ?? [])
    const own = rows.find((file) => file.language === language)
    const written = own && matchPattern(row.pattern, own.path)?.languageAsWritten
    const languageAsWritten = written ?? spellLanguage(language, siblings, row.pattern)
    const path = pathOf(row.pattern, rows, { language, namespace, languageAsWritten })
    // A namespace that these files have no place for is of another source, or of none.
    if (matchFile(row.pattern, path)?.namespace === namespace) isDue(path, language)
  }

  function waiting(): Waiting {
    const open = [...inWork, ...commits.filter((touched) => !context.ownOperations.has(touched.operationId))]
    const texts = new Set(open.flatMap((touched) => touched.translations?.map(({ keyId, language }) => `${language} ${keyId}`) ?? []))
    return { files: open.flatMap((touched) => touched.files), texts: texts.size }
  }

  async function reconcile(kind: BatchRequest['kind']): Promise<number> {
    const rows = await store.read((r) => listFiles(r, { sourceId: row.id }))
    const { found, links } = await scanFolder(row.folder, fixedPart(row.pattern))
    await leftOut.keep(links)
    for (const { path } of found) if (matchFile(row.pattern, path) !== null) fromDisk.add(path)
    for (const file of rows) fromDisk.add(file.path)
    await recoverWrites(context)
    await removeStaleTemporaries(row.folder, new Set([...fromDisk].map((path) => dirname(path))))
    for (const file of await changedSinceSync(rows)) isDue(file.path, file.language)
    rootStamp = await rootStampOf(row)
    return flush(kind)
  }

  /** Files whose language was worked on after their last sync: a save may have been acknowledged and not yet written back when the process ended. */
  async function changedSinceSync(rows: readonly FileRow[]): Promise<readonly FileRow[]> {
    const synced = rows.filter((file) => file.syncedAt !== null)
    const since = new Map(synced.map((file) => [file.id, earlier(file.syncedAt ?? '', CLOCK_MARGIN_MS)]))
    const oldest = [...since.values()].sort()[0]
    if (oldest === undefined) return []
    const { rows: operations } = await store.read((r) => listOperations(r, { projectId, limit: RECENT_OPERATIONS }))
    const recent = operations.filter((operation) => operation.at >= oldest && operation.summary.origin !== row.folder)
    if (recent.length === RECENT_OPERATIONS) return synced
    return synced.filter((file) =>
      recent.some(({ at, summary }) => {
        if (at < (since.get(file.id) ?? '')) return false
        return summary.languages.includes(file.language) || summary.keysAdded + summary.keysRemoved + summary.keysEdited > 0
      }),
    )
  }

  async function startWatching(): Promise<void> {
    rootStamp = await rootStampOf(row)
    // Behind a link nothing is watched; the stamp tells when a folder takes its place.
    if ((await linkOnTheWay(row.folder, fixedPart(row.pattern))) !== null) return
    const started = watchFolder(row.folder, row.pattern, {
      onPath(path) {
        fromDisk.add(path)
        soon()
      },
      onLink() {
        areLinksDue = true
        soon()
      },
    })
    watch = started
    await started.ready
  }

  /** Finds what watching missed: network folders, a folder that went and came back, files that could not be written. */
  async function poll(): Promise<void> {
    const root = await rootStampOf(row)
    if (root !== rootStamp) {
      rootStamp = root
      await watch?.close()
      watch = null
      await startWatching()
      await enqueue(() => reconcile('sync'))
      return
    }
    const isRetryDue = now().getTime() - lastRetry >= RETRY_MS
    if (isRetryDue) lastRetry = now().getTime()
    const rows = await store.read((r) => listFiles(r, { sourceId: row.id }))
    for (const file of rows) if (isRetryDue && file.state === 'unwritable') isDue(file.path, file.language)
    if (fromCatalog.size > 0) soon(0)
    await findChanged(rows.map((file) => file.path))
  }

  const polling = setInterval(() => {
    poll().catch((error: unknown) => log({ level: 'warn', event: 'folder-poll-failed', folder: row.folder, error }))
  }, POLL_MS)
  polling.unref()

  return {
    row,
    projectId,
    leftOut: leftOut.list,
    waiting,
    isWatching: () => watch !== null && rootStamp !== null,
    committed(touched) {
      commits.push(touched)
      if (waiting().files.length === touched.files.length) live.filesChanged(projectId)
      soon()
    },
    wanted(place) {
      enqueue(async () => want(await store.read((r) => listFiles(r, { sourceId: row.id })), place)).catch(() => {})
      soon()
    },
    reconcile: (kind) => enqueue(() => reconcile(kind)),
    startWatching,
    async close() {
      clearInterval(polling)
      for (const look of looks) clearTimeout(look)
      if (timer !== null) clearTimeout(timer)
      timer = null
      await watch?.close()
      watch = null
      await enqueue(() => flush('sync')).catch((error: unknown) => log({ level: 'warn', event: 'sync-failed', folder: row.folder, error }))
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

function earlier(time: string, byMs: number): string {
  return new Date(Date.parse(time) - byMs).toISOString()
}

import { dirname, join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { formatById, matchFile, matchPattern, spellLanguage } from '@dragoman/formats'
import { type ChangeSet, type FileRow, listFiles, projectById, type SourceRow } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { type BatchSize, batchesOf, READING_BYTES, SYNC_BATCH } from './batches-of.ts'
import { openSyncContext } from './context.ts'
import { openDueFiles } from './due-files.ts'
import { stampOf } from './file-stamp.ts'
import { followFolder } from './follow-folder.ts'
import { findLeftOut, type LeftOut } from './left-out.ts'
import type { Reading } from './reading.ts'
import { recoverWrites } from './recover-writes.ts'
import { scanPattern } from './scan-folder.ts'
import { removeStaleTemporaries } from './stale-temporaries.ts'
import { type BatchRequest, pathOf, syncBatch } from './sync-batch.ts'
import { workedOnSince } from './worked-on-since.ts'

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
  readonly committed: (changeSet: ChangeSet) => void
  /** A file is to be merged although neither side has changed. */
  readonly wanted: (place: { readonly language: string; readonly namespace: string }) => void
  /**
   * Compares everything now; answers how much changed. With `reading` as part of a job that reads the folder
   * in.
   */
  readonly reconcile: (kind: BatchRequest['kind'], reading?: Reading) => Promise<number>
  readonly startWatching: () => Promise<void>
  /** Writes back what is due, then lets go of the folder. */
  readonly close: () => Promise<void>
}

/** Files that are still to be written, by language and namespace, and how many texts of them. */
export type Waiting = { readonly files: ChangeSet['files']; readonly texts: number }

/** After a commit or an event, so that a burst becomes one look. */
const SETTLE_MS = 60
/**
 * Between two merges, so that somebody who saves string after string does not wait for a large file each
 * time.
 */
const REST_MS = 400
const LONGEST_PAUSE_MS = 30_000

export type FolderSourceParts = Pick<Deps, 'store' | 'now' | 'log' | 'live'> & {
  readonly projectId: number
  readonly row: SourceRow
}

export function runFolderSource({ store, now, log, live, projectId, row }: FolderSourceParts): FolderSource {
  const format = formatById(row.format)
  if (format === null) throw new Error(`The format ${row.format} of source ${row.id} is not known`)
  const context = openSyncContext({ store, now, log, projectId, source: row, format })
  const due = openDueFiles()
  let commits: ChangeSet[] = []
  const leftOut = findLeftOut(row, () => live.filesChanged(projectId))
  let areLinksDue = false
  /** Commits whose texts are being written. */
  let inWork: readonly ChangeSet[] = []
  let queue: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  /** From then on nothing is taken up any more; what is due is still written. */
  let isClosing = false
  let isClosed = false
  let failures = 0
  let lastFlushMs = Number.NEGATIVE_INFINITY
  const watch = followFolder({
    context,
    due,
    onDue: soon,
    onLink() {
      areLinksDue = true
      soon()
    },
    onReplaced: () => enqueue(() => reconcile('sync')),
  })

  /** One task at a time; a failing one does not stop the next. */
  function enqueue<T>(task: () => Promise<T>): Promise<T> {
    const run = queue.then(task)
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
            soon(Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** failures))
            failures += 1
          },
        )
      },
      Math.max(delayMs, rest),
    )
  }

  async function flush(kind: BatchRequest['kind'], reading: Reading | null = null): Promise<number> {
    await takeCommits()
    if (areLinksDue) await leftOut.look()
    areLinksDue = false
    let changed = 0
    for (let round = 0; round < 20 && !due.isEmpty(); round++) {
      const taken = due.take()
      if (round === 0) reading?.found(taken.paths.length)
      const failed: unknown[] = []
      for (const paths of await batchesOf(row, taken.paths, await sizeOf(reading))) {
        const batch = { paths, fromCatalog: taken.fromCatalog }
        if (reading !== null && (isClosing || reading.isStopped())) {
          due.putBack(batch, 'catalog-only')
          continue
        }
        try {
          reading?.reads(paths[0] ?? '')
          changed += await runBatch({ ...batch, kind, reading })
          if (round === 0) reading?.hasRead(paths.length)
        } catch (error) {
          // Nothing is forgotten, and the other files go on: these are due at the next try.
          due.putBack(batch, reading === null ? 'all' : 'catalog-only')
          failed.push(error)
        }
        await breathe()
      }
      if (failed.length > 0) throw failed[0]
      await takeCommits()
    }
    if (!due.isEmpty()) soon()
    else if (inWork.length > 0) {
      inWork = []
      live.filesChanged(projectId)
    }
    return changed
  }

  /** A job writes in short transactions; a sync takes the files of a small project as one. */
  async function sizeOf(reading: Reading | null): Promise<BatchSize> {
    if (reading === null) return SYNC_BATCH
    const project = await store.read((r) => projectById(r, projectId))
    return { bytes: READING_BYTES, firstLanguage: project?.sourceLanguage ?? null }
  }

  async function runBatch(request: BatchRequest): Promise<number> {
    for (const path of request.paths) context.stamps.set(path, await stampOf(join(row.folder, path)))
    const result = await syncBatch(context, request)
    for (const path of result.again) {
      due.addFile(path)
      // What is saved is still to be written there, also if the file should be as it was by then.
      due.addLanguages(path, request.fromCatalog.get(path) ?? [])
    }
    if (result.linked || request.paths.some(leftOut.has)) await leftOut.look()
    if (result.filesChanged) live.filesChanged(projectId)
    // Watchers drop events that follow one another closely: this finds what was written right after the
    // first.
    watch.lookAgain(request.paths)
    return result.changed
  }

  /** Files that commits of others touched, by path. Our own commits came from the files. */
  async function takeCommits(): Promise<void> {
    const taken = commits.filter(({ operationId }) => !context.ownOperations.has(operationId))
    for (const { operationId } of commits) context.ownOperations.delete(operationId)
    commits = []
    if (taken.length === 0) return
    inWork = [...inWork, ...taken]
    const rows = await store.read((r) => listFiles(r, { sourceId: row.id }))
    for (const { files } of taken) for (const place of files) want(rows, place)
  }

  function want(
    rows: readonly FileRow[],
    { language, namespace }: { language: string; namespace: string },
  ): void {
    const siblings = rows.flatMap((file) => matchPattern(row.pattern, file.path)?.languageAsWritten ?? [])
    const own = rows.find((file) => file.language === language)
    const written = own && matchPattern(row.pattern, own.path)?.languageAsWritten
    const languageAsWritten = written ?? spellLanguage(language, siblings, row.pattern)
    const path = pathOf(row.pattern, rows, { language, namespace, languageAsWritten })
    // A namespace that these files have no place for is of another source, or of none.
    if (matchFile(row.pattern, path)?.namespace === namespace) due.addLanguages(path, [language])
  }

  function waiting(): Waiting {
    const open = [
      ...inWork,
      ...commits.filter((changeSet) => !context.ownOperations.has(changeSet.operationId)),
    ]
    const texts = new Set(
      open.flatMap(
        (changeSet) => changeSet.translations?.map(({ keyId, language }) => `${language} ${keyId}`) ?? [],
      ),
    )
    return { files: open.flatMap((changeSet) => changeSet.files), texts: texts.size }
  }

  async function reconcile(kind: BatchRequest['kind'], reading: Reading | null = null): Promise<number> {
    const rows = await store.read((r) => listFiles(r, { sourceId: row.id }))
    const { found, links } = await scanPattern(row.folder, row.pattern)
    await leftOut.keep(links)
    for (const { path } of found) if (matchFile(row.pattern, path) !== null) due.addFile(path)
    for (const file of rows) due.addFile(file.path)
    await recoverWrites(context)
    await removeStaleTemporaries(row.folder, new Set([...due.files()].map((path) => dirname(path))))
    for (const file of await workedOnSince(context, rows)) due.addLanguages(file.path, [file.language])
    await watch.stamp()
    return flush(kind, reading)
  }

  return {
    row,
    projectId,
    leftOut: leftOut.list,
    waiting,
    isWatching: watch.isWatching,
    committed(changeSet) {
      commits.push(changeSet)
      if (waiting().files.length === changeSet.files.length) live.filesChanged(projectId)
      soon()
    },
    wanted(place) {
      enqueue(async () => want(await store.read((r) => listFiles(r, { sourceId: row.id })), place)).catch(
        () => {},
      )
      soon()
    },
    reconcile: async (kind, reading) => (isClosing ? 0 : enqueue(() => reconcile(kind, reading))),
    startWatching: watch.start,
    async close() {
      isClosing = true
      if (timer !== null) clearTimeout(timer)
      timer = null
      await watch.close()
      await enqueue(() => flush('sync')).catch((error: unknown) =>
        log({ level: 'warn', event: 'sync-failed', folder: row.folder, error }),
      )
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

import { join } from 'node:path'
import { listFiles } from '@dragoman/store'
import type { SyncContext } from './context.ts'
import type { DueFiles } from './due-files.ts'
import { rootStampOf, stampOf } from './file-stamp.ts'
import { fixedParts } from './fixed-part.ts'
import { linkOnTheWay } from './scan-folder.ts'
import { type Watch, watchFolder } from './watch-folder.ts'

/**
 * Notices what other programs do in one folder: by events, by a second look after each, and by comparing
 * times now and then.
 */
export type FolderWatch = {
  readonly start: () => Promise<void>
  readonly isWatching: () => boolean
  /** Remembers the folder as it is, so that another one in its place is noticed. */
  readonly stamp: () => Promise<void>
  /** Looks at some files again in a moment: events that follow one another closely are dropped. */
  readonly lookAgain: (paths: readonly string[]) => void
  readonly close: () => Promise<void>
}

export type FollowRequest = {
  readonly context: SyncContext
  readonly due: DueFiles
  /** Something is due, to be compared soon; at once with 0. */
  readonly onDue: (delayMs?: number) => void
  /** A link came or went. */
  readonly onLink: () => void
  /** Another folder lies in this place now: everything is to be compared. */
  readonly onReplaced: () => Promise<unknown>
}

const SECOND_LOOK_MS = 200
/** What watching may have missed is found by comparing sizes and times. */
const POLL_MS = 10_000
/** Files that could not be written are tried again. */
const RETRY_MS = 30_000

export function followFolder({ context, due, onDue, onLink, onReplaced }: FollowRequest): FolderWatch {
  const { store, now, log, source, stamps } = context
  const { folder } = source
  const looks = new Set<NodeJS.Timeout>()
  let watch: Watch | null = null
  let isClosed = false
  let lastRetry = now().getTime()
  let rootStamp: string | null = null

  async function stamp(): Promise<void> {
    rootStamp = await rootStampOf(source)
  }

  async function start(): Promise<void> {
    await stamp()
    // Behind a link nothing is watched; the stamp tells when a folder takes its place.
    for (const part of fixedParts(source.pattern)) if ((await linkOnTheWay(folder, part)) !== null) return
    if (isClosed) return
    const started = watchFolder(folder, source.pattern, {
      onPath(path) {
        due.addFile(path)
        onDue()
      },
      onLink,
    })
    watch = started
    await started.ready
  }

  async function findChanged(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      if (stamps.has(path) && stamps.get(path) !== (await stampOf(join(folder, path)))) due.addFile(path)
    }
    if (due.hasFiles()) onDue(0)
  }

  /**
   * Finds what watching missed: network folders, a folder that went and came back, files that could not be
   * written.
   */
  async function poll(): Promise<void> {
    if ((await rootStampOf(source)) !== rootStamp) {
      await watch?.close()
      watch = null
      await start()
      await onReplaced()
      return
    }
    const isRetryDue = now().getTime() - lastRetry >= RETRY_MS
    if (isRetryDue) lastRetry = now().getTime()
    const rows = await store.read((r) => listFiles(r, { sourceId: source.id }))
    for (const file of rows)
      if (isRetryDue && file.state === 'unwritable') due.addLanguages(file.path, [file.language])
    if (due.hasLanguages()) onDue(0)
    await findChanged(rows.map((file) => file.path))
  }

  const polling = setInterval(() => {
    poll().catch((error: unknown) => log({ level: 'warn', event: 'folder-poll-failed', folder, error }))
  }, POLL_MS)
  polling.unref()

  return {
    start,
    stamp,
    isWatching: () => watch !== null && rootStamp !== null,
    lookAgain(paths) {
      if (isClosed) return
      const look = setTimeout(() => {
        looks.delete(look)
        findChanged(paths).catch((error: unknown) =>
          log({ level: 'warn', event: 'folder-look-failed', folder, error }),
        )
      }, SECOND_LOOK_MS)
      looks.add(look)
    },
    async close() {
      isClosed = true
      clearInterval(polling)
      for (const look of looks) clearTimeout(look)
      await watch?.close()
      watch = null
    },
  }
}

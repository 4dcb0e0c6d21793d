import type { FolderSource } from '@dragoman/store'
import type { Log } from '../../log.ts'
import type { SourceListener, SourceWatch } from '../../sync/run/transport.ts'
import { openKnownStamps } from './known-stamps.ts'
import type { LeftOutList } from './left-out.ts'
import type { Watch, WatchListener } from './watch-folder.ts'
import { type RootRequest, watchRoot } from './watch-root.ts'

/**
 * Notices what other programs do in a folder: through events, a second check after each, and regular
 * comparisons of times.
 */
export type FolderWatch = SourceWatch & {
  readonly isWatching: () => boolean
  /** Records the folder as it is, so that a replacement is noticed. */
  readonly noteRoot: () => Promise<void>
  /** We wrote these bytes: they are no change. */
  readonly noteFile: (path: string, stamp: string) => void
}

export type FollowRequest = Pick<RootRequest, 'stampRoot'> & {
  readonly source: FolderSource
  readonly leftOut: LeftOutList
  readonly log: Log
  readonly pollMs: number
  readonly watchFiles: (listener: WatchListener) => Watch
}

const SECOND_LOOK_MS = 200
/** Many links can come and go together. */
const LINKS_MS = 60

export function followFolder(request: FollowRequest): FolderWatch {
  const { source, leftOut, log, pollMs, stampRoot, watchFiles } = request
  const { folder } = source
  const stamps = openKnownStamps(folder)
  const { later, laterOnce, cancel } = openLater((error) =>
    log({ level: 'warn', event: 'folder-look-failed', folder, error }),
  )
  let listener: SourceListener | null = null
  let isClosed = false
  let isPolling = false
  const root = watchRoot({
    source,
    stampRoot,
    watchFiles: () =>
      watchFiles({
        onPath: (path) => listener?.onFound([path]),
        onLink: () => laterOnce(LINKS_MS, leftOut.look),
      }),
  })

  async function findChanged(paths?: Iterable<string>): Promise<void> {
    const changed = await stamps.changed(paths)
    if (changed.length > 0) listener?.onFound(changed)
  }

  /** Finds what watching missed: network folders, a folder that was removed and came back. */
  async function poll(): Promise<void> {
    const found = await root.compare()
    if (found === 'same') await findChanged()
    if (found !== 'other') return
    await root.begin()
    // Not awaited: it can take long, and the folder can be replaced again.
    if (!isClosed) listener?.onReplaced().catch(logPollFailed)
  }

  function logPollFailed(error: unknown): void {
    log({ level: 'warn', event: 'folder-poll-failed', folder, error })
  }

  const polling = setInterval(() => {
    // One at a time, however slow the disk is.
    if (isPolling) return
    isPolling = true
    poll()
      .catch(logPollFailed)
      .finally(() => {
        isPolling = false
      })
  }, pollMs)
  polling.unref()

  return {
    noteRoot: root.note,
    noteFile: stamps.note,
    isWatching: root.isWatching,
    async start(onChange) {
      listener = onChange
      await root.begin()
    },
    beforeSync: stamps.noteCurrent,
    async afterSync(paths, { linked }) {
      if (linked || paths.some(leftOut.has)) await leftOut.look()
      // Watchers drop events that follow each other closely: this finds what was written right after the
      // first.
      later(SECOND_LOOK_MS, () => findChanged(paths))
    },
    async close() {
      isClosed = true
      clearInterval(polling)
      cancel()
      await root.close()
    },
  }
}

/** Runs work later, unless it is cancelled by then; after that, none is started. */
function openLater(onError: (error: unknown) => void) {
  const looks = new Set<NodeJS.Timeout>()
  let isCancelled = false
  let isOnceDue = false

  function later(ms: number, work: () => Promise<void>): void {
    if (isCancelled) return
    const look = setTimeout(() => {
      looks.delete(look)
      work().catch(onError)
    }, ms)
    looks.add(look)
  }

  return {
    later,
    /** Does nothing if such work is due already. */
    laterOnce(ms: number, work: () => Promise<void>): void {
      if (isOnceDue) return
      isOnceDue = true
      later(ms, async () => {
        isOnceDue = false
        await work()
      })
    },
    cancel(): void {
      isCancelled = true
      for (const look of looks) clearTimeout(look)
    },
  }
}

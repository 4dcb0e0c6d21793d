import type { FolderSource } from '@dragoman/store'
import type { Log } from '../../log.ts'
import type { SourceListener, SourceWatch } from '../../sync/run/transport.ts'
import { rootStampOf } from './file-stamp.ts'
import { fixedParts } from './fixed-part.ts'
import { openKnownStamps } from './known-stamps.ts'
import type { LeftOutList } from './left-out.ts'
import { linkOnTheWay } from './scan-folder.ts'
import { type Watch, watchFolder } from './watch-folder.ts'

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

export type FollowRequest = {
  readonly source: FolderSource
  readonly leftOut: LeftOutList
  readonly log: Log
  readonly pollMs: number
}

const SECOND_LOOK_MS = 200
/** Many links can come and go together. */
const LINKS_MS = 60

export function followFolder({ source, leftOut, log, pollMs }: FollowRequest): FolderWatch {
  const { folder } = source
  const stamps = openKnownStamps(folder)
  const { later, laterOnce, cancel } = openLater((error) =>
    log({ level: 'warn', event: 'folder-look-failed', folder, error }),
  )
  let watch: Watch | null = null
  let listener: SourceListener | null = null
  let isClosed = false
  let rootStamp: string | null = null
  /** Stamp of the folder that is followed; undefined: none, because it could not be started. */
  let followed: string | null | undefined

  async function noteRoot(): Promise<void> {
    rootStamp = await rootStampOf(source)
  }

  async function begin(): Promise<void> {
    followed = undefined
    const stamp = await rootStampOf(source)
    rootStamp = stamp
    await watchFiles()
    followed = stamp
  }

  async function watchFiles(): Promise<void> {
    await watch?.close()
    watch = null
    // Nothing is watched behind a link; the stamp changes when a folder replaces it.
    for (const part of fixedParts(source.pattern)) if ((await linkOnTheWay(folder, part)) !== null) return
    if (isClosed) return
    const started = watchFolder(folder, source.pattern, {
      onPath: (path) => listener?.onFound([path]),
      onLink: () => laterOnce(LINKS_MS, leftOut.look),
    })
    watch = started
    await started.ready
  }

  async function findChanged(paths?: Iterable<string>): Promise<void> {
    const changed = await stamps.changed(paths)
    if (changed.length > 0) listener?.onFound(changed)
  }

  /** Finds what watching missed: network folders, a folder that was removed and came back. */
  async function poll(): Promise<void> {
    if ((await rootStampOf(source)) === followed) return findChanged()
    await begin()
    await listener?.onReplaced()
  }

  const polling = setInterval(() => {
    poll().catch((error: unknown) => log({ level: 'warn', event: 'folder-poll-failed', folder, error }))
  }, pollMs)
  polling.unref()

  return {
    noteRoot,
    noteFile: stamps.note,
    isWatching: () => watch !== null && rootStamp !== null,
    async start(onChange) {
      listener = onChange
      await begin()
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
      await watch?.close()
      watch = null
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

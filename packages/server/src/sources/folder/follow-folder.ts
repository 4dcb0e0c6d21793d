import { join } from 'node:path'
import type { SourceRow } from '@dragoman/store'
import type { Log } from '../../log.ts'
import type { SourceListener, SourceWatch } from '../../sync/run/transport.ts'
import { rootStampOf, stampOf } from './file-stamp.ts'
import { fixedParts } from './fixed-part.ts'
import type { LeftOutList } from './left-out.ts'
import { linkOnTheWay } from './scan-folder.ts'
import { type Watch, watchFolder } from './watch-folder.ts'

/**
 * Notices what other programs do in one folder: by events, by a second look after each, and by comparing
 * times now and then.
 */
export type FolderWatch = SourceWatch & {
  readonly isWatching: () => boolean
  /** Remembers the folder as it is, so that another one in its place is noticed. */
  readonly noteRoot: () => Promise<void>
  /** These bytes are ours: they are no news. */
  readonly noteFile: (path: string, stamp: string) => void
}

export type FollowRequest = {
  readonly source: SourceRow
  readonly leftOut: LeftOutList
  readonly log: Log
}

const SECOND_LOOK_MS = 200
/** What watching may have missed is found by comparing sizes and times. */
const POLL_MS = 10_000
/** Links come and go in crowds. */
const LINKS_MS = 60

export function followFolder({ source, leftOut, log }: FollowRequest): FolderWatch {
  const { folder } = source
  const looks = new Set<NodeJS.Timeout>()
  /** What each file looked like when it was last read or written, to find changes that watching missed. */
  const stamps = new Map<string, string>()
  let watch: Watch | null = null
  let listener: SourceListener | null = null
  let areLinksDue = false
  let isClosed = false
  let rootStamp: string | null = null

  async function noteRoot(): Promise<void> {
    rootStamp = await rootStampOf(source)
  }

  async function begin(): Promise<void> {
    await noteRoot()
    // Behind a link nothing is watched; the stamp tells when a folder takes its place.
    for (const part of fixedParts(source.pattern)) if ((await linkOnTheWay(folder, part)) !== null) return
    if (isClosed) return
    const started = watchFolder(folder, source.pattern, {
      onPath: (path) => listener?.onFound([path]),
      onLink,
    })
    watch = started
    await started.ready
  }

  function onLink(): void {
    if (areLinksDue) return
    areLinksDue = true
    later(LINKS_MS, async () => {
      areLinksDue = false
      await leftOut.look()
    })
  }

  /** Does something in a moment, unless the folder is let go of by then. */
  function later(ms: number, work: () => Promise<void>): void {
    if (isClosed) return
    const look = setTimeout(() => {
      looks.delete(look)
      work().catch((error: unknown) => log({ level: 'warn', event: 'folder-look-failed', folder, error }))
    }, ms)
    looks.add(look)
  }

  async function findChanged(paths: Iterable<string>): Promise<void> {
    const changed: string[] = []
    for (const path of paths) {
      const stamp = stamps.get(path)
      if (stamp !== undefined && stamp !== (await stampOf(join(folder, path)))) changed.push(path)
    }
    if (changed.length > 0) listener?.onFound(changed)
  }

  /** Finds what watching missed: network folders, a folder that went and came back. */
  async function poll(): Promise<void> {
    if ((await rootStampOf(source)) === rootStamp) return findChanged([...stamps.keys()])
    await watch?.close()
    watch = null
    await begin()
    await listener?.onReplaced()
  }

  const polling = setInterval(() => {
    poll().catch((error: unknown) => log({ level: 'warn', event: 'folder-poll-failed', folder, error }))
  }, POLL_MS)
  polling.unref()

  return {
    noteRoot,
    noteFile: (path, stamp) => stamps.set(path, stamp),
    isWatching: () => watch !== null && rootStamp !== null,
    async start(tell) {
      listener = tell
      await begin()
    },
    async beforeSync(paths) {
      for (const path of paths) stamps.set(path, await stampOf(join(folder, path)))
    },
    async afterSync(paths, { linked }) {
      if (linked || paths.some(leftOut.has)) await leftOut.look()
      // Watchers drop events that follow one another closely: this finds what was written right after the
      // first.
      later(SECOND_LOOK_MS, () => findChanged(paths))
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

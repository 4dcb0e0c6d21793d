import type { FolderSource } from '@dragoman/store'
import { fixedParts } from './fixed-part.ts'
import { linkOnTheWay } from './scan-folder.ts'
import type { Watch } from './watch-folder.ts'

export type RootRequest = {
  readonly source: Pick<FolderSource, 'folder' | 'pattern'>
  /** Returns the stamp of the folder; null if it is missing. */
  readonly stampRoot: () => Promise<string | null>
  /** Watches the files in the folder as it is now. */
  readonly watchFiles: () => Watch
}

/** Watches a folder until it is replaced. */
export type RootWatch = {
  readonly isWatching: () => boolean
  /** Records the folder as it is, so that a replacement is noticed. */
  readonly note: () => Promise<void>
  /** Watches the folder as it is now. A call during another one shares it, because a scan can take long. */
  readonly begin: () => Promise<void>
  /** Compares the folder with the one that is watched; `starting`: that is not known yet. */
  readonly compare: () => Promise<'same' | 'other' | 'starting'>
  /** Ends a start that is in progress too. */
  readonly close: () => Promise<void>
}

export function watchRoot({ source, stampRoot, watchFiles }: RootRequest): RootWatch {
  let watch: Watch | null = null
  let isClosed = false
  let starting: Promise<void> | null = null
  let rootStamp: string | null = null
  /** Stamp of the folder that is watched; undefined: none, because it could not be started. */
  let watched: string | null | undefined

  async function closeWatch(): Promise<void> {
    await watch?.close()
    watch = null
  }

  async function start(): Promise<void> {
    watched = undefined
    const stamp = await stampRoot()
    rootStamp = stamp
    await restartWatch()
    watched = stamp
  }

  async function restartWatch(): Promise<void> {
    await closeWatch()
    // Nothing is watched behind a link; the stamp changes when a folder replaces it.
    for (const part of fixedParts(source.pattern))
      if ((await linkOnTheWay(source.folder, part)) !== null) return
    if (isClosed) return
    watch = watchFiles()
    await watch.ready
  }

  return {
    isWatching: () => watch !== null && rootStamp !== null,
    async note() {
      rootStamp = await stampRoot()
    },
    begin() {
      starting ??= start().finally(() => {
        starting = null
      })
      return starting
    },
    async compare() {
      const stamp = await stampRoot()
      if (starting !== null) return 'starting'
      return stamp === watched ? 'same' : 'other'
    },
    async close() {
      isClosed = true
      await closeWatch()
    },
  }
}

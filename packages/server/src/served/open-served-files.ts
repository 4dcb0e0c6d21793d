import { noteServedFiles, type Store } from '@dragoman/store'
import { servedFileOfName } from '../delivery/served-place.ts'
import type { Log } from '../log.ts'
import { openLoop } from '../open-loop.ts'
import type { Timings } from '../timings.ts'

/** Records which files answers were built from. */
export type ServedFiles = {
  /** Called for every answer, so it only adds to a set. `place` comes from `nameOfServedFile`. */
  readonly note: (place: string) => void
  readonly close: () => Promise<void>
}

export type ServedFilesOptions = {
  readonly store: Store
  readonly log: Log
  readonly now: () => Date
  readonly timings: Timings
}

/**
 * Records the day on which files were last loaded: once a minute, those that were loaded for the first time
 * that day, so that a million loads cost one row.
 */
export function openServedFiles({ store, log, now, timings }: ServedFilesOptions): ServedFiles {
  let loaded = new Set<string>()
  /** What this process has written on that day. */
  let written = { day: '', places: new Set<string>() }

  async function flush(): Promise<void> {
    const places = loaded
    loaded = new Set()
    const day = now().toISOString().slice(0, 10)
    if (written.day !== day) written = { day, places: new Set() }
    const fresh = [...places].filter((place) => !written.places.has(place))
    if (fresh.length === 0) return
    try {
      await store.write((w) => noteServedFiles(w, { day, files: fresh.map(servedFileOfName) }))
      for (const place of fresh) written.places.add(place)
    } catch (error) {
      // Files that are still in use are loaded again.
      log({ level: 'warn', event: 'served-files-not-noted', error })
    }
  }

  const loop = openLoop(flush, (error) => log({ level: 'warn', event: 'served-files-not-noted', error }))
  loop.start(timings.servedFilesMs)
  return {
    note: (place) => void loaded.add(place),
    async close() {
      await loop.close()
      await flush()
    },
  }
}

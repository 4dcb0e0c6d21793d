import { addChannelRequests, minuteOf, type Store } from '@dragoman/store'
import type { Log } from '../log.ts'

/**
 * Counts how often files of channels are served, and once a minute adds that to what other processes count.
 */
export type ChannelRequestCounter = {
  /** Counts one request for the file of a path. */
  readonly count: (path: string) => void
  readonly close: () => Promise<void>
}

export type ChannelRequestCounterOptions = {
  readonly store: Store
  readonly log: Log
  /** The database's time, so that all processes use the same minutes. */
  readonly now: () => Date
}

type Count = { readonly project: string; readonly channel: string; requests: number }

const FILE = /^\/d\/([^/]+)\/([^/]+)\/locales\//
/** Paths that are counted without parsing them; languages and namespaces can be spelled in many ways. */
const PATHS_MAX = 10_000
/** A minute can end slightly later in another process. */
const LATE_MS = 50
const MINUTE_MS = 60_000

/**
 * Opens the counter. A request costs one lookup in a map of paths and one addition, and stores nothing about
 * the caller. Counts are written when the minute is over; counts that cannot be written are dropped, because
 * they are statistics only.
 */
export function countChannelRequests({
  store,
  log,
  now,
}: ChannelRequestCounterOptions): ChannelRequestCounter {
  const byPath = new Map<string, Count | null>()
  let counts = new Map<string, Count>()
  let minute = minuteOf(now().getTime())
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout

  function countOf(path: string): Count | null {
    const [, project, channel] = FILE.exec(path) ?? []
    if (project === undefined || channel === undefined) return null
    const id = `${project}/${channel}`
    const count = counts.get(id) ?? { project, channel, requests: 0 }
    counts.set(id, count)
    return count
  }

  function flush(): void {
    const counted = [...counts.values()].map((count) => ({ ...count, minute }))
    minute = minuteOf(now().getTime())
    // The paths point to the counts, so they are dropped together.
    byPath.clear()
    counts = new Map()
    if (counted.length === 0) return
    writing = writing
      .then(() => store.write((w) => addChannelRequests(w, counted)))
      .catch((error: unknown) => log({ level: 'warn', event: 'channel-requests-not-written', error }))
  }

  function wait(): void {
    const untilNextMs = MINUTE_MS - (now().getTime() % MINUTE_MS)
    timer = setTimeout(() => {
      flush()
      wait()
    }, untilNextMs + LATE_MS).unref()
  }
  wait()

  return {
    count(path) {
      let count = byPath.get(path)
      if (count === undefined) {
        if (byPath.size >= PATHS_MAX) byPath.clear()
        count = countOf(path)
        byPath.set(path, count)
      }
      if (count !== null) count.requests += 1
    },
    async close() {
      clearTimeout(timer)
      flush()
      await writing
    },
  }
}

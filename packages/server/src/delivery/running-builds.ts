import type { Change } from './bundle-freshness.ts'

/** A build that has not ended. */
export type Build = {
  readonly key: string
  readonly startedMs: number
  /** Changes that were reported while it was running. */
  changes: Change[]
  /** A later build of the same file has ended: the result of this one is older. */
  isOvertaken: boolean
}

export type RunningBuild<T> = Build & { readonly result: Promise<T> }

/** The builds that run, at most one per key with all reported changes. */
export type RunningBuilds<T> = {
  /** Joins the build of a key, or starts one if a change was reported since that one started. */
  readonly joinOrStart: (key: string, start: (build: Build) => Promise<T>) => RunningBuild<T>
  /** Forgets a build. */
  readonly remove: (build: Build) => void
  /** Removes a build with a result, which overtakes earlier ones of its key; returns all earlier builds. */
  readonly end: (build: Build) => readonly Build[]
  /** Reports a change to all builds that run. */
  readonly report: (change: Change) => void
  /** How many were started. */
  readonly count: () => number
}

/** A build that takes longer than this is no longer waited for; the next request starts another. */
const GIVEN_UP_MS = 30_000
/** More changes of texts during one build than this count as one of everything. */
const CHANGES_MAX = 200
const ALL_TEXTS: Change = {
  stale: { projectId: null, channel: null, files: null, isOfCatalog: false, isServable: true },
  number: null,
}

export function openRunningBuilds<T>(): RunningBuilds<T> {
  /** In the order in which they started. */
  const running = new Set<Build>()
  /** Builds that contain all reported changes, by key. */
  const current = new Map<string, RunningBuild<T>>()
  let count = 0

  function remove(build: Build): void {
    running.delete(build)
    if (current.get(build.key) === build) current.delete(build.key)
  }

  return {
    joinOrStart(key, start) {
      const joined = current.get(key)
      if (joined !== undefined && performance.now() - joined.startedMs < GIVEN_UP_MS) return joined
      count += 1
      const build: Build = { key, startedMs: performance.now(), changes: [], isOvertaken: false }
      running.add(build)
      const started: RunningBuild<T> = Object.assign(build, { result: start(build) })
      current.set(key, started)
      return started
    },
    remove,
    end(build) {
      const all = [...running]
      const earlier = all.slice(0, Math.max(0, all.indexOf(build)))
      remove(build)
      for (const one of earlier) if (one.key === build.key) one.isOvertaken = true
      return earlier
    },
    report(change) {
      current.clear()
      for (const build of running) {
        if (build.changes.length >= CHANGES_MAX)
          build.changes = [...build.changes.filter((one) => !one.stale.isServable), ALL_TEXTS]
        build.changes.push(change)
      }
    },
    count: () => count,
  }
}

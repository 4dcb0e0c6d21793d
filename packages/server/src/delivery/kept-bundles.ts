import type { Log } from '../log.ts'
import type { RevisedBundle } from '../publish/build-bundle.ts'
import { type DeliveredAddress, deliveredAddress } from '../publish/bundle-address.ts'
import type { Publisher } from '../publish/open-publisher.ts'
import { isStale, type StaleFiles } from '../publish/stale-files.ts'
import { type Bundle, type BundleVariant, bundleFrom } from './bundle.ts'
import { openBundleCache } from './bundle-cache.ts'
import type { Encoding } from './encoding.ts'

/** Which bundle of a path. */
export type BundleOf = {
  /** That of the release for the channel's first readers. */
  readonly isNext?: boolean
  /** That of a channel that is not open; the caller has checked that the reader can load it. */
  readonly isPrivate?: boolean
}

/** A bundle to serve. */
export type NewestBundle = {
  readonly bundle: Bundle
  /** Whether newer texts are known to exist, but cannot be read. */
  readonly isOutdated: boolean
}

/** Delivered files in memory. */
export type KeptBundles = {
  /** Returns a bundle that is up to date; null if it has to be waited for. */
  readonly fromMemory: (path: string, encoding: Encoding) => BundleVariant | null
  /**
   * Returns the bundle of a path with everything that is saved, or the last good one if that cannot be read.
   * Throws if there is none, or if it can no longer be read.
   */
  readonly newest: (path: string, of?: BundleOf) => Promise<NewestBundle | 'private' | null>
  /** Updates the size of a bundle, which grows with each requested encoding. */
  readonly hasGrown: (bundle: Bundle) => void
  readonly figures: () => { readonly builds: number; readonly bundles: number; readonly bytes: number }
}

export type KeptBundlesOptions = {
  readonly publisher: Pick<Publisher, 'build' | 'onStale'>
  readonly log: Log
  readonly cacheBytes: number
  /** How long a build can take before the last good file is served instead: a database can hang. */
  readonly patienceMs?: number
  /** Called with each file that is served. */
  readonly noteServed?: (place: string) => void
}

const PATIENCE_MS = 2000
/** A build that takes longer than this is no longer waited for; the next request starts another. */
const GIVEN_UP_MS = 30_000

/** Suffixes of a bundle's cache key; no path contains these characters. */
const NEXT = '\0next'
const PRIVATE = '\0private'

/** What a change makes of a bundle: it stays, is outdated, or can no longer be read. */
type Fate = 'same' | 'outdated' | 'refused'

type Change = { readonly stale: StaleFiles; readonly number: number | null }

type Build = {
  readonly key: string
  readonly startedMs: number
  /** Changes that were reported while it was running. */
  changes: Change[]
  /** A later build of the same file has ended: the result of this one is older. */
  isOvertaken: boolean
}

type Built = { readonly bundle: Bundle; readonly fate: Fate } | 'private' | null
type RunningBuild = Build & { readonly result: Promise<Built> }

/** More changes of texts during one build than this count as one of everything. */
const CHANGES_MAX = 200

export function keepBundles({
  publisher,
  log,
  cacheBytes,
  patienceMs = PATIENCE_MS,
  noteServed = () => undefined,
}: KeptBundlesOptions): KeptBundles {
  /** By path (with `NEXT` and `PRIVATE`). */
  const bundles = openBundleCache(cacheBytes)
  /** Bundles whose texts have changed since; kept until their successors are built. */
  const outdated = new WeakSet<Bundle>()
  /** Bundles from before a gap in the events, whose numbers mean nothing now. */
  const unnumbered = new WeakSet<Bundle>()
  /** Outdated bundles whose serving was logged. */
  const logged = new WeakSet<Bundle>()
  /** In the order in which they started. */
  const running = new Set<Build>()
  /** Builds that contain all reported changes, by key. */
  const current = new Map<string, RunningBuild>()
  let builds = 0

  /** Returns what a change makes of a bundle. Changes must be passed in the order of their numbers. */
  function fateOf(bundle: Bundle, { stale, number }: Change): Fate {
    if (!isStale(bundle, stale)) return 'same'
    const contains = unnumbered.has(bundle) ? null : bundle.contains
    if (number === null) unnumbered.add(bundle)
    else if (contains !== null && number <= contains.texts) return 'same'
    const hasAccess = stale.isServable || (number !== null && contains !== null && number <= contains.access)
    return hasAccess ? 'outdated' : 'refused'
  }

  /** Runs one build at a time per key, unless a change was reported since it started. */
  function build(key: string, address: DeliveredAddress): RunningBuild {
    const joined = current.get(key)
    if (joined !== undefined && performance.now() - joined.startedMs < GIVEN_UP_MS) return joined
    builds += 1
    const it: Build = { key, startedMs: performance.now(), changes: [], isOvertaken: false }
    running.add(it)
    const work = key.endsWith(PRIVATE) ? publisher.build(address, () => true) : publisher.build(address)
    const result = work.then(
      (built) => ended(it, built),
      (error: unknown) => {
        forget(it)
        throw error
      },
    )
    const started: RunningBuild = Object.assign(it, { result })
    current.set(key, started)
    return started
  }

  function forget(it: Build): void {
    running.delete(it)
    if (current.get(it.key) === it) current.delete(it.key)
  }

  function ended(it: Build, built: RevisedBundle | 'private' | null): Built {
    const { key, isOvertaken } = it
    const earlier = earlierThan(it)
    forget(it)
    for (const one of earlier) if (one.key === key) one.isOvertaken = true
    if (built === null || built === 'private') {
      if (!isOvertaken) close(key, earlier)
      return built
    }
    const bundle = bundleFrom(built)
    let fate: Fate = 'same'
    for (const change of it.changes) {
      const next = fateOf(bundle, change)
      if (next === 'refused') fate = next
      else if (next === 'outdated' && fate === 'same') fate = next
    }
    if (fate === 'refused' || isOvertaken || !bundle.isKept) return { bundle, fate }
    if (fate === 'outdated') outdated.add(bundle)
    bundles.keep(key, bundle)
    return { bundle, fate }
  }

  function earlierThan(it: Build): Build[] {
    const earlier: Build[] = []
    for (const one of running) {
      if (one === it) break
      earlier.push(one)
    }
    return earlier
  }

  /**
   * Drops a file that is gone or no longer public. Its channel can be too, before its event arrives, so its
   * other files have to be built before they are served again.
   */
  function close(key: string, earlier: readonly Build[]): void {
    const known = bundles.get(key)
    if (known === undefined) return
    for (const [other, { projectId, channel }] of bundles.all())
      if (projectId === known.projectId && channel === known.channel) bundles.drop(other)
    for (const one of earlier) one.isOvertaken = true
  }

  async function newest(
    path: string,
    { isNext = false, isPrivate = false }: BundleOf,
  ): Promise<NewestBundle | 'private' | null> {
    const key = `${path}${isNext ? NEXT : ''}${isPrivate ? PRIVATE : ''}`
    const address = deliveredAddress(path, { isNext })
    if (address === null) return null
    for (;;) {
      const known = bundles.get(key)
      if (known !== undefined && !outdated.has(known)) return { bundle: known, isOutdated: false }
      try {
        const { result, startedMs } = build(key, address)
        const leftMs = startedMs + patienceMs - performance.now()
        const built = await (known === undefined ? result : withinMs(leftMs, result))
        if (built === null || built === 'private') return built
        // Access might have changed during the build.
        if (built.fate !== 'refused') return { bundle: built.bundle, isOutdated: false }
      } catch (error) {
        // Dropped in the meantime if access might have changed.
        const last = bundles.get(key)
        if (last === undefined) throw error
        if (!logged.has(last)) log({ level: 'warn', event: 'delivery-stale', path, error })
        logged.add(last)
        return { bundle: last, isOutdated: outdated.has(last) }
      }
    }
  }

  publisher.onStale((stale, number) => {
    const change = { stale, number }
    current.clear()
    for (const it of running) {
      if (it.changes.length >= CHANGES_MAX)
        it.changes = [...it.changes.filter((one) => !one.stale.isServable), ALL_TEXTS]
      it.changes.push(change)
    }
    for (const [key, bundle] of bundles.all()) {
      const fate = fateOf(bundle, change)
      if (fate === 'outdated') outdated.add(bundle)
      else if (fate === 'refused') bundles.drop(key)
    }
  })

  return {
    fromMemory(path, encoding) {
      const bundle = bundles.get(path)
      const variant = bundle?.variants.get(encoding)
      if (bundle === undefined || variant === undefined || outdated.has(bundle)) return null
      bundles.use(path)
      if (bundle.place !== null) noteServed(bundle.place)
      return variant
    },
    async newest(path, of = {}) {
      const found = await newest(path, of)
      if (found === null || found === 'private') return found
      if (found.bundle.place !== null) noteServed(found.bundle.place)
      return found
    },
    hasGrown: bundles.hasGrown,
    figures: () => ({ builds, ...bundles.figures() }),
  }
}

const ALL_TEXTS: Change = {
  stale: { projectId: null, channel: null, files: null, isServable: true },
  number: null,
}

/** Rejects if the work takes longer; the work itself continues. */
async function withinMs<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database takes too long')), Math.max(0, ms))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

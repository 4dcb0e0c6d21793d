import type { Log } from '../log.ts'
import type { RevisedBundle } from '../publish/build-bundle.ts'
import { type DeliveredAddress, deliveredAddress } from '../publish/bundle-address.ts'
import type { Publisher } from '../publish/open-publisher.ts'
import { type Bundle, type BundleVariant, bundleFrom } from './bundle.ts'
import { openBundleCache } from './bundle-cache.ts'
import { type Fate, openBundleFreshness } from './bundle-freshness.ts'
import type { Encoding } from './encoding.ts'
import { type Build, openRunningBuilds } from './running-builds.ts'

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

/** Suffixes of a bundle's cache key; no path contains these characters. */
const NEXT = '\0next'
const PRIVATE = '\0private'

type Built = { readonly bundle: Bundle; readonly fate: Fate } | 'private' | null

export function keepBundles({
  publisher,
  log,
  cacheBytes,
  patienceMs = PATIENCE_MS,
  noteServed = () => undefined,
}: KeptBundlesOptions): KeptBundles {
  /** By path (with `NEXT` and `PRIVATE`). */
  const bundles = openBundleCache(cacheBytes)
  const freshness = openBundleFreshness()
  /** Outdated bundles whose serving was logged. */
  const logged = new WeakSet<Bundle>()
  const builds = openRunningBuilds<Built>()

  async function build(it: Build, address: DeliveredAddress): Promise<Built> {
    const isPrivate = it.key.endsWith(PRIVATE)
    try {
      return ended(it, await (isPrivate ? publisher.build(address, () => true) : publisher.build(address)))
    } catch (error) {
      builds.remove(it)
      throw error
    }
  }

  function ended(it: Build, built: RevisedBundle | 'private' | null): Built {
    const { key, isOvertaken } = it
    const earlier = builds.end(it)
    if (built === null || built === 'private') {
      if (!isOvertaken) close(key, earlier)
      return built
    }
    const bundle = bundleFrom(built)
    let fate: Fate = 'same'
    for (const change of it.changes) {
      const next = freshness.apply(bundle, change)
      if (next === 'refused' || fate === 'same') fate = next
    }
    if (fate !== 'refused' && !isOvertaken && bundle.isKept) bundles.keep(key, bundle)
    return { bundle, fate }
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
      if (known !== undefined && !freshness.isOutdated(known)) return { bundle: known, isOutdated: false }
      try {
        const { result, startedMs } = builds.joinOrStart(key, (it) => build(it, address))
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
        return { bundle: last, isOutdated: freshness.isOutdated(last) }
      }
    }
  }

  publisher.onStale((stale, number) => {
    const change = { stale, number }
    builds.report(change)
    for (const [key, bundle] of bundles.all())
      if (freshness.apply(bundle, change) === 'refused') bundles.drop(key)
  })

  return {
    fromMemory(path, encoding) {
      const bundle = bundles.get(path)
      const variant = bundle?.variants.get(encoding)
      if (bundle === undefined || variant === undefined || freshness.isOutdated(bundle)) return null
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
    figures: () => ({ builds: builds.count(), ...bundles.figures() }),
  }
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

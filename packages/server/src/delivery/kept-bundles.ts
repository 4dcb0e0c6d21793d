import type { Log } from '../log.ts'
import { commonPath, deliveredAddress } from '../publish/bundle-address.ts'
import type { Publisher } from '../publish/open-publisher.ts'
import type { Bundle, BundleVariant } from './bundle.ts'
import { openBundleBuilds } from './bundle-builds.ts'
import { openBundleCache } from './bundle-cache.ts'
import { openBundleFreshness } from './bundle-freshness.ts'
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
  /** Returns a bundle that is up to date; null if it has to be waited for, or if the path has an unusual spelling. */
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

export function keepBundles({
  publisher,
  log,
  cacheBytes,
  patienceMs = PATIENCE_MS,
  noteServed = () => undefined,
}: KeptBundlesOptions): KeptBundles {
  /** By `commonPath` (with `NEXT` and `PRIVATE`): anyone can invent other spellings of a path. */
  const bundles = openBundleCache(cacheBytes)
  const freshness = openBundleFreshness()
  /** Outdated bundles whose serving was logged. */
  const logged = new WeakSet<Bundle>()
  const builds = openBundleBuilds({ publisher, bundles, freshness })

  async function newest(
    path: string,
    { isNext = false, isPrivate = false }: BundleOf,
  ): Promise<NewestBundle | 'private' | null> {
    const address = deliveredAddress(path, { isNext })
    if (address === null) return null
    const key = `${commonPath(address)}${isNext ? NEXT : ''}${isPrivate ? PRIVATE : ''}`
    for (;;) {
      const known = bundles.get(key)
      if (known !== undefined && !freshness.isOutdated(known)) return { bundle: known, isOutdated: false }
      try {
        const { result, startedMs } = builds.joinOrStart(key, { address, isPrivate })
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

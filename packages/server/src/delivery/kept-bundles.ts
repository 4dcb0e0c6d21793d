import type { Log } from '../log.ts'
import { type DeliveredAddress, deliveredAddress } from '../publish/bundle-address.ts'
import type { Publisher } from '../publish/open-publisher.ts'
import { isStale } from '../publish/stale-files.ts'
import { type Bundle, type BundleVariant, bundleFrom } from './bundle.ts'
import type { Encoding } from './encoding.ts'

/** Which bundle of a path is meant. */
export type BundleOf = {
  /** That of the release for the channel's first readers. */
  readonly isNext?: boolean
  /** That of a non-public channel; the caller has checked that the reader may load it. */
  readonly isPrivate?: boolean
}

/** Delivered files in memory. */
export type KeptBundles = {
  /** Returns a bundle that is up to date; null if it has to be waited for. */
  readonly fromMemory: (path: string, encoding: Encoding) => BundleVariant | null
  /**
   * Returns the bundle of a path with everything that is saved, or the last good one if that cannot be read.
   */
  readonly newest: (path: string, of?: BundleOf) => Promise<Bundle | 'private' | null>
  /** Updates the size of a bundle, which grows with each requested encoding. */
  readonly hasGrown: (bundle: Bundle) => void
  readonly figures: () => { readonly builds: number; readonly bundles: number; readonly bytes: number }
}

export type KeptBundlesOptions = {
  readonly publisher: Pick<Publisher, 'build' | 'onStale'>
  readonly log: Log
  readonly cacheBytes: number
  /** Called with each file that is served. */
  readonly noteServed?: (place: string) => void
}

/** How long a request waits for newer texts if the last good file could be served: a database may hang. */
const PATIENCE_MS = 2000

/** Suffixes of a bundle's cache key; no path contains these characters. */
const NEXT = '\0next'
const PRIVATE = '\0private'

/** How long last good files are served after a failed build without querying the database again. */
const PAUSE_MS = 1000

export function keepBundles({
  publisher,
  log,
  cacheBytes,
  noteServed = () => undefined,
}: KeptBundlesOptions): KeptBundles {
  /** By path (with `NEXT` and `PRIVATE`), in order of use: a Map keeps the order of insertion. */
  const bundles = new Map<string, Bundle>()
  const building = new Map<string, Promise<Bundle | 'private' | null>>()
  const counted = new WeakMap<Bundle, number>()
  /** Bundles whose texts have changed since; served only if newer ones are unavailable. */
  const stale = new WeakSet<Bundle>()
  /** In milliseconds of the process. */
  let failedAt = Number.NEGATIVE_INFINITY
  let builds = 0
  let bytes = 0

  function keep(key: string, bundle: Bundle): void {
    drop(key)
    bundles.set(key, bundle)
    count(bundle)
    for (const oldest of bundles.keys()) {
      if (bytes <= cacheBytes || oldest === key) break
      drop(oldest)
    }
  }

  function drop(key: string): void {
    const bundle = bundles.get(key)
    if (bundle === undefined) return
    bundles.delete(key)
    bytes -= counted.get(bundle) ?? 0
    counted.delete(bundle)
  }

  /** Many requests may wait for the same encoding, so the counted size is stored. */
  function count(bundle: Bundle): void {
    const size = bundle.sizeBytes()
    bytes += size - (counted.get(bundle) ?? 0)
    counted.set(bundle, size)
  }

  /**
   * Runs one build at a time per key. A build that a commit made outdated still answers those who wait for
   * it, but is not cached.
   */
  function build(key: string, address: DeliveredAddress): Promise<Bundle | 'private' | null> {
    const running = building.get(key)
    if (running !== undefined) return running
    builds += 1
    const task = (key.endsWith(PRIVATE) ? publisher.build(address, () => true) : publisher.build(address))
      .then((built) => {
        const bundle = built === null || built === 'private' ? built : bundleFrom(built)
        if (building.get(key) === task) {
          building.delete(key)
          if (bundle === null || bundle === 'private') drop(key)
          else if (bundle.isKept) keep(key, bundle)
        }
        return bundle
      })
      .catch((error: unknown) => {
        if (building.get(key) === task) building.delete(key)
        throw error
      })
    building.set(key, task)
    return task
  }

  async function newest(
    path: string,
    { isNext = false, isPrivate = false }: BundleOf,
  ): Promise<Bundle | 'private' | null> {
    const key = `${path}${isNext ? NEXT : ''}${isPrivate ? PRIVATE : ''}`
    const known = bundles.get(key)
    if (known !== undefined && !stale.has(known)) return known
    const address = deliveredAddress(path, { isNext })
    if (address === null) return null
    if (known === undefined) return build(key, address)
    if (performance.now() - failedAt < PAUSE_MS) return known
    try {
      return await withinMs(PATIENCE_MS, build(key, address))
    } catch (error) {
      failedAt = performance.now()
      log({ level: 'warn', event: 'delivery-stale', path, error })
      // Access to the project may have changed in the meantime: dropped bundles are not served.
      if (bundles.get(key) !== known) throw error
      return known
    }
  }

  publisher.onStale((changed) => {
    building.clear()
    for (const [key, bundle] of bundles) {
      if (!isStale(bundle, changed)) continue
      if (changed.isServable) stale.add(bundle)
      else drop(key)
    }
  })

  return {
    fromMemory(path, encoding) {
      const bundle = bundles.get(path)
      const variant = bundle?.variants.get(encoding)
      if (bundle === undefined || variant === undefined || stale.has(bundle)) return null
      if (bytes > cacheBytes / 2) {
        bundles.delete(path)
        bundles.set(path, bundle)
      }
      if (bundle.place !== null) noteServed(bundle.place)
      return variant
    },
    async newest(path, of = {}) {
      const bundle = await newest(path, of)
      if (bundle !== null && bundle !== 'private' && bundle.place !== null) noteServed(bundle.place)
      return bundle
    },
    hasGrown(bundle) {
      if (counted.has(bundle)) count(bundle)
    },
    figures: () => ({ builds, bundles: bundles.size, bytes }),
  }
}

/** Rejects if the work takes longer; the work itself continues. */
async function withinMs<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Took longer than ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

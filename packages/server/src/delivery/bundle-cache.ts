import type { Bundle } from './bundle.ts'

/** Bundles in memory, up to a number of bytes; the least recently used are dropped first. */
export type BundleCache = {
  readonly get: (key: string) => Bundle | undefined
  readonly all: () => Iterable<readonly [string, Bundle]>
  readonly keep: (key: string, bundle: Bundle) => void
  readonly drop: (key: string) => void
  /** A bundle was used. The order matters only once memory becomes scarce. */
  readonly use: (key: string) => void
  /** Updates the size of a bundle, which grows with each requested encoding. */
  readonly hasGrown: (bundle: Bundle) => void
  readonly figures: () => { readonly bundles: number; readonly bytes: number }
}

export function openBundleCache(maxBytes: number): BundleCache {
  /** Least recently used first: a Map keeps the order of insertion. */
  const bundles = new Map<string, Bundle>()
  const counted = new WeakMap<Bundle, number>()
  let bytes = 0

  function drop(key: string): void {
    const bundle = bundles.get(key)
    if (bundle === undefined) return
    bundles.delete(key)
    bytes -= counted.get(bundle) ?? 0
    counted.delete(bundle)
  }

  /** Many requests can wait for the same encoding, so the counted size is stored. */
  function count(bundle: Bundle): void {
    const size = bundle.sizeBytes()
    bytes += size - (counted.get(bundle) ?? 0)
    counted.set(bundle, size)
  }

  return {
    get: (key) => bundles.get(key),
    all: () => bundles,
    keep(key, bundle) {
      drop(key)
      bundles.set(key, bundle)
      count(bundle)
      for (const oldest of bundles.keys()) {
        if (bytes <= maxBytes || oldest === key) break
        drop(oldest)
      }
    },
    drop,
    use(key) {
      const bundle = bundles.get(key)
      if (bundle === undefined || bytes <= maxBytes / 2) return
      bundles.delete(key)
      bundles.set(key, bundle)
    },
    hasGrown(bundle) {
      if (counted.has(bundle)) count(bundle)
    },
    figures: () => ({ bundles: bundles.size, bytes }),
  }
}

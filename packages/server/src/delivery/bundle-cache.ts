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

/** The part of the memory for bundles that callers can invent, in addition to that for a project's own files. */
const OTHERS_SHARE = 1 / 16
/** What a bundle takes in addition to its bytes, roughly. It matters for small files. */
const EXTRA_BYTES = 3 * 1024

/**
 * Opens a cache of two parts, so that the variants of languages (`de-AT`) that callers request, of which there is no
 * end, displace only each other and none of a project's own files.
 */
export function openBundleCache(maxBytes: number): BundleCache {
  const own = openShelf(maxBytes)
  const others = openShelf(maxBytes * OTHERS_SHARE)
  const shelfOf = (bundle: Bundle) => (bundle.isOwn ? own : others)

  function drop(key: string): void {
    own.drop(key)
    others.drop(key)
  }

  return {
    get: (key) => own.get(key) ?? others.get(key),
    *all() {
      yield* own.all()
      yield* others.all()
    },
    keep(key, bundle) {
      // A variant of a language can have become a language of the project, and the reverse.
      drop(key)
      shelfOf(bundle).keep(key, bundle)
    },
    drop,
    use(key) {
      own.use(key)
      others.use(key)
    },
    hasGrown: (bundle) => shelfOf(bundle).hasGrown(bundle),
    figures() {
      const [first, second] = [own.figures(), others.figures()]
      return { bundles: first.bundles + second.bundles, bytes: first.bytes + second.bytes }
    },
  }
}

function openShelf(maxBytes: number): BundleCache {
  /** Least recently used first: a Map keeps the order of insertion. */
  const bundles = new Map<string, Bundle>()
  const states = new WeakMap<Bundle, { bytes: number; movedAt: number }>()
  let bytes = 0
  /** How often a bundle was put at the end. */
  let moves = 0

  function drop(key: string): void {
    const bundle = bundles.get(key)
    if (bundle === undefined) return
    bundles.delete(key)
    bytes -= states.get(bundle)?.bytes ?? 0
    states.delete(bundle)
  }

  /** Many requests can wait for the same encoding, so the counted size is stored. */
  function count(bundle: Bundle): void {
    const size = bundle.sizeBytes() + EXTRA_BYTES
    const state = states.get(bundle)
    bytes += size - (state?.bytes ?? 0)
    if (state !== undefined) state.bytes = size
    else {
      moves += 1
      states.set(bundle, { bytes: size, movedAt: moves })
    }
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
      const state = states.get(bundle)
      // Moving is slow in a large Map. What is among the newest quarter stays where it is.
      if (state === undefined || moves - state.movedAt < bundles.size / 4) return
      moves += 1
      state.movedAt = moves
      bundles.delete(key)
      bundles.set(key, bundle)
    },
    hasGrown(bundle) {
      if (states.has(bundle)) count(bundle)
    },
    figures: () => ({ bundles: bundles.size, bytes }),
  }
}

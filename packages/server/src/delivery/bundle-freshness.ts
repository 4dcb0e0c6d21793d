import { isStale, type StaleFiles } from '../publish/stale-files.ts'
import type { Bundle } from './bundle.ts'

/** A reported change; its number is null after a gap in the events. */
export type Change = { readonly stale: StaleFiles; readonly number: number | null }

/** What a change makes of a bundle: it stays, is outdated, or can no longer be read. */
export type Fate = 'same' | 'outdated' | 'refused'

/** Which bundles have all texts that are saved. */
export type BundleFreshness = {
  /** Returns what a change makes of a bundle, and marks it. Changes must be passed in the order of their numbers. */
  readonly apply: (bundle: Bundle, change: Change) => Fate
  readonly isOutdated: (bundle: Bundle) => boolean
}

export function openBundleFreshness(): BundleFreshness {
  /** Bundles whose texts have changed since; kept until their successors are built. */
  const outdated = new WeakSet<Bundle>()
  /** Bundles from before a gap in the events, whose numbers mean nothing now. */
  const unnumbered = new WeakSet<Bundle>()

  function fateOf(bundle: Bundle, { stale, number }: Change): Fate {
    if (!isStale(bundle, stale)) return 'same'
    const contains = unnumbered.has(bundle) ? null : bundle.contains
    if (number === null) unnumbered.add(bundle)
    else if (contains !== null && number <= contains.texts) return 'same'
    const hasAccess = stale.isServable || (number !== null && contains !== null && number <= contains.access)
    return hasAccess ? 'outdated' : 'refused'
  }

  return {
    apply(bundle, change) {
      const fate = fateOf(bundle, change)
      if (fate === 'outdated') outdated.add(bundle)
      return fate
    },
    isOutdated: (bundle) => outdated.has(bundle),
  }
}

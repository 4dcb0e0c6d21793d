import type { ChannelSettings } from '@dragoman/core'

/** For names that contain the hash of their bytes. */
export const FOR_EVER = 'public, max-age=31536000, immutable'

/** How long a cache can serve what it has while we are unreachable. */
const WHILE_AWAY_S = 86_400

/** Returns the header for URLs whose content changes. */
export function stableCacheControl({
  cacheSeconds,
  staleSeconds,
}: Pick<ChannelSettings, 'cacheSeconds' | 'staleSeconds'>): string {
  const meanwhile = staleSeconds === 0 ? '' : `, stale-while-revalidate=${staleSeconds}`
  return `public, max-age=${cacheSeconds}${meanwhile}, stale-if-error=${WHILE_AWAY_S}`
}

/**
 * For files that are known to be outdated, because newer texts cannot be read: no cache reuses them without
 * asking again, and each can while we are unreachable.
 */
export const WHILE_OUTDATED = stableCacheControl({ cacheSeconds: 0, staleSeconds: 0 })

/** Caches count whole seconds, and a file can be loaded right before its new texts are read. */
const EXPIRED_MS = 1000
/** A cache that answers with an old file loads the new one meanwhile. */
const REPLACED_MS = 2000

/**
 * Returns how long after a change the caches of readers have the new file, in ms: until then they answer with the old
 * one. Empty if they ask every time. With `stale-while-revalidate`, the first request after that only starts the
 * replacement, so there are two times.
 */
export function cachedForMs(cacheControl: string): readonly number[] {
  const seconds = Number(/max-age=(\d+)/.exec(cacheControl)?.[1] ?? 0)
  const staleSeconds = Number(/stale-while-revalidate=(\d+)/.exec(cacheControl)?.[1] ?? 0)
  if (seconds === 0 && staleSeconds === 0) return []
  const expired = seconds * 1000 + EXPIRED_MS
  return staleSeconds === 0 ? [expired] : [expired, expired + REPLACED_MS]
}

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

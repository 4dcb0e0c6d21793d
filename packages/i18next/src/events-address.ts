import { connectorOf, type FollowableI18n } from './followable-i18n.ts'

/**
 * Returns the URL of the change events of the channel from which an app loads its texts, derived from the
 * `loadPath` of its backend, also within i18next-chained-backend or i18next-multiload-backend-adapter. Null
 * if it is not a URL of Dragoman.
 */
export async function eventsAddress(i18n: FollowableI18n): Promise<string | null> {
  for (const loadPath of [i18n.options, connectorOf(i18n)?.backend].flatMap(loadPaths)) {
    const path: unknown = await (typeof loadPath === 'function' ? loadPath(['en'], ['app']) : loadPath)
    const [, channel, query = ''] =
      /^([^?#]*\/d\/[^/?#]+\/[^/?#]+)\/(?:locales|files)\/[^?#]*(\?[^#]*)?/.exec(String(path)) ?? []
    if (channel) return `${channel}/events${query}`
  }
  return null
}

/** Backends keep their options in different places, some of them nested. */
function loadPaths(holder: unknown): unknown[] {
  if (!holder || typeof holder !== 'object') return []
  const { loadPath, ...rest } = holder as Record<string, unknown>
  return [
    loadPath,
    ...[rest.backend, rest.backendOption, rest.backendOptions, rest.options, rest.backends]
      .flat()
      .flatMap(loadPaths),
  ].filter(Boolean)
}

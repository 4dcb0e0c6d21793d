import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Returns data for a decision that old data would make wrongly. `ensureQueryData` also returns data that a live event
 * has marked as stale; here it is loaded again, and used as it is only if that fails.
 */
export async function fetchLatest<Data, Key extends QueryKey>(
  client: QueryClient,
  options: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  const known = client.getQueryData<Data>(options.queryKey)
  if (known === undefined) return client.ensureQueryData(options)
  return client.fetchQuery({ ...options, retry: false }).catch(() => known)
}

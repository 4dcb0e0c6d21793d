import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Returns a function that marks all data under a key as outdated; what is shown is refetched. */
export function useRefresh(queryKey: QueryKey): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey })
}

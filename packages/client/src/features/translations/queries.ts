import { api, type BodyOf } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import type { StringAddress } from '../../lib/server/string-address.ts'

const RELATIVES = 13

/** Which rows of a list: those from a place, after a page, or around a key. */
export type PageRequest = {
  readonly offset?: number
  readonly cursor?: string
  readonly around?: number
  readonly limit: number
}

/**
 * Every cache key of the editor. What follows live events by itself says so, and is not asked for again
 * behind the reader's back.
 */
export const translationQueries = {
  page: (
    { project, language, q }: { readonly project: string; readonly language: string; readonly q: string },
    request: PageRequest,
  ) =>
    queryOptions({
      queryKey: projectKey(project, 'translations', 'page', language, q, request),
      queryFn: ({ signal }) =>
        call(api.translations.page, {
          params: { project },
          query: { language, ...(q === '' ? {} : { q }), ...request },
          signal,
        }),
      staleTime: 0,
      gcTime: 0,
      meta: { live: 'own' },
    }),
  row: ({ project, language, keyId }: StringAddress) =>
    queryOptions({
      queryKey: projectKey(project, 'translations', 'row', language, keyId),
      queryFn: ({ signal }) =>
        call(api.translations.get, { params: { project, key: keyId, language }, signal }),
      staleTime: 0,
      meta: { live: 'own' },
    }),
  counts: (project: string, language: string) =>
    queryOptions({
      queryKey: projectKey(project, 'translations', 'counts', language),
      queryFn: ({ signal }) => call(api.languages.counts, { params: { project, language }, signal }),
    }),
  history: ({ project, language, keyId }: StringAddress) =>
    queryOptions({
      queryKey: projectKey(project, 'translations', 'history', language, keyId),
      queryFn: ({ signal }) =>
        call(api.translations.history, { params: { project, key: keyId, language }, signal }),
    }),
  /** The key in every language. */
  key: (project: string, keyId: number) =>
    queryOptions({
      queryKey: projectKey(project, 'translations', 'key', keyId),
      queryFn: ({ signal }) => call(api.keys.get, { params: { project, key: keyId }, signal }),
    }),
  /** The keys around one that `q` finds, with their texts. */
  relatives: ({ project, language, keyId }: StringAddress, q: string) =>
    queryOptions({
      queryKey: projectKey(project, 'translations', 'relatives', language, keyId, q),
      queryFn: ({ signal }) =>
        call(api.translations.page, {
          params: { project },
          query: { language, q, around: keyId, limit: RELATIVES },
          signal,
        }),
      staleTime: 30_000,
    }),
}

export const translationMutations = {
  /** Changes many strings as one operation. */
  bulk: (project: string, body: BodyOf<typeof api.translations.bulk>) =>
    call(api.translations.bulk, { params: { project }, body }),
}

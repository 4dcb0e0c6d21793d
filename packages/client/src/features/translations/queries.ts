import { api, type BodyOf, type ReplyOf, type SuggestionReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { queryOptions } from '@tanstack/react-query'
import type { Reason } from '../../components/RejectDialog.tsx'
import type { VisitorIdentity } from '../../lib/access/visitor.ts'
import { call } from '../../lib/server/call.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { queryOf } from '../../lib/server/query-of.ts'
import type { StringAddress } from '../../lib/server/string-address.ts'

const RELATIVES = 13

/** Which rows of a list: those from an index, after a page, or around a key. */
export type PageRequest = {
  readonly offset?: number
  readonly cursor?: string
  readonly around?: number
  readonly limit: number
}

/**
 * All cache keys of the editor. Queries that follow live events themselves are marked, and not refetched
 * automatically.
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
  /** The rows of keys, whether or not they match a search. */
  rows: (
    { project, language }: { readonly project: string; readonly language: string },
    keyIds: readonly number[],
  ) =>
    queryOptions({
      queryKey: projectKey(project, 'translations', 'rows', language, keyIds),
      queryFn: async ({ signal }) => {
        const query = { language, keys: keyIds.join() }
        return (await call(api.translations.rows, { params: { project }, query, signal })).rows
      },
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
    queryOf(projectKey(project, 'translations', 'counts', language), api.languages.counts, {
      params: { project, language },
    }),
  history: ({ project, language, keyId }: StringAddress) =>
    queryOf(projectKey(project, 'translations', 'history', language, keyId), api.translations.history, {
      params: { project, key: keyId, language },
    }),
  /** The key in all languages. */
  key: (project: string, keyId: number) =>
    queryOf(projectKey(project, 'translations', 'key', keyId), api.keys.get, {
      params: { project, key: keyId },
    }),
  /** Screenshots that show the key. */
  screenshots: (project: string, keyId: number) =>
    queryOf(projectKey(project, 'files', 'screenshots', keyId), api.screenshots.ofKey, {
      params: { project, key: keyId },
    }),
  screenshot: (project: string, screenshot: number) =>
    queryOf(projectKey(project, 'files', 'screenshot', screenshot), api.screenshots.get, {
      params: { project, screenshot },
    }),
  /** The keys around one among the results of `q`, with their texts. */
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

export const screenshotMutations = {
  remove: (project: string, screenshot: number) =>
    call(api.screenshots.remove, { params: { project, screenshot } }),
  restore: (project: string, screenshot: number) =>
    call(api.screenshots.restore, { params: { project, screenshot } }),
}

export function screenshotAddress(project: string, image: string): string {
  return `/api/projects/${project}/screenshot-images/${image}`
}

export type SuggestionCounts = ReplyOf<typeof api.suggestions.counts>['counts']

/** Suggestions for a string. */
export const suggestionQueries = {
  counts: (project: string, language: string, keys: readonly number[]) =>
    queryOptions({
      queryKey: projectKey(project, 'suggestions', 'counts', language, keys.join()),
      queryFn: async ({ signal }) => {
        const query = { keys: keys.join(), language }
        return (await call(api.suggestions.counts, { params: { project }, query, signal })).counts
      },
      enabled: keys.length > 0,
    }),
  list: ({ project, language, keyId }: StringAddress) =>
    queryOf(projectKey(project, 'suggestions', language, keyId), api.suggestions.list, {
      params: { project, key: keyId, language },
    }),
}

export const suggestionMutations = {
  add: ({ project, language, keyId }: StringAddress, forms: Forms, visitor?: VisitorIdentity) =>
    call(api.suggestions.add, {
      params: { project, key: keyId, language },
      body: { forms, note: '', ...(visitor === undefined ? {} : { visitor }) },
    }),
  vote: (project: string, suggestion: number, isFor: boolean) =>
    call(api.suggestions.vote, { params: { project, suggestion }, body: { isFor } }),
  withdraw: (project: string, suggestion: number) =>
    call(api.suggestions.withdraw, { params: { project, suggestion } }),
  accept: (
    project: string,
    { id, version }: SuggestionReply,
    seen: { readonly baseVersion: number; readonly sourceVersion: number },
    approveFailing: boolean,
  ) =>
    call(api.suggestions.accept, {
      params: { project, suggestion: id },
      body: { version, ...seen, approveFailing },
    }),
  reject: (project: string, { id, version }: SuggestionReply, reason: Reason) =>
    call(api.suggestions.reject, { params: { project, suggestion: id }, body: { version, reason } }),
}

export const translationMutations = {
  /** Changes many strings as one operation. */
  bulk: (project: string, body: BodyOf<typeof api.translations.bulk>) =>
    call(api.translations.bulk, { params: { project }, body }),
}

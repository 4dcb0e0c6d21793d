import { api, type BodyOf } from '@dragoman/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { pagesOf } from '../../lib/server/pages.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { queryOf } from '../../lib/server/query-of.ts'
import { useRefresh } from '../../lib/server/use-refresh.ts'

/** Where comments belong: to a key, as shown while a language is worked on. */
export type CommentLocation = {
  readonly project: string
  readonly keyId: number
  readonly namespace: string
  readonly language: string
}

const THREADS = 20
const ANSWERS = 50

export const commentQueries = {
  /** Threads of a key, for the language and for all languages. */
  list: ({ project, keyId, language }: CommentLocation) =>
    pagesOf(projectKey(project, 'comments', 'list', language, keyId), (from, signal) =>
      call(api.comments.list, {
        params: { project, key: keyId },
        query: { language, limit: THREADS, ...from },
        signal,
      }),
    ),
  /** The thread of one comment, wherever it is in the list. */
  thread: (project: string, comment: number) =>
    queryOf(projectKey(project, 'comments', 'thread', comment), api.comments.thread, {
      params: { project, comment },
    }),
  /** The replies of a thread, page by page: the newest ones first, each page from old to new. */
  answers: (project: string, thread: number) =>
    infiniteQueryOptions({
      queryKey: projectKey(project, 'comments', 'answers', thread),
      queryFn: ({ pageParam: before, signal }) =>
        call(api.comments.answers, {
          params: { project, comment: thread },
          query: { limit: ANSWERS, ...(before === null ? {} : { before }) },
          signal,
        }),
      initialPageParam: null as number | null, // the newest replies
      getNextPageParam: ({ answers: [oldest], hasOlder }) => (hasOlder ? oldest?.id : undefined),
    }),
  /** Open comments on these keys; keys without any have no entry. */
  counts: (project: string, language: string, keys: readonly number[]) =>
    queryOptions({
      queryKey: projectKey(project, 'comments', 'counts', language, keys.join()),
      queryFn: async ({ signal }) => {
        const query = { keys: keys.join(), language }
        return (await call(api.comments.counts, { params: { project }, query, signal })).counts
      },
      enabled: keys.length > 0,
    }),
  candidates: (project: string, q: string) =>
    queryOptions({
      queryKey: projectKey(project, 'members', 'candidates', q),
      queryFn: async ({ signal }) =>
        (await call(api.comments.candidates, { params: { project }, query: { q }, signal })).candidates,
      staleTime: 60_000,
    }),
}

export const commentMutations = {
  add: ({ project, keyId }: CommentLocation, body: BodyOf<typeof api.comments.add>) =>
    call(api.comments.add, { params: { project, key: keyId }, body }),
  answer: (project: string, comment: number, text: string) =>
    call(api.comments.answer, { params: { project, comment }, body: { text } }),
  edit: (project: string, comment: number, body: BodyOf<typeof api.comments.edit>) =>
    call(api.comments.edit, { params: { project, comment }, body }),
  remove: (project: string, comment: number) => call(api.comments.remove, { params: { project, comment } }),
  resolve: (project: string, comment: number, resolved: boolean) =>
    call(api.comments.resolve, { params: { project, comment }, body: { resolved } }),
}

/** Returns a function that refetches the shown comments of a project. */
export function useRefreshComments(project: string): () => Promise<void> {
  return useRefresh(projectKey(project, 'comments'))
}

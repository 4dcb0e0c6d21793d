import { api, type BodyOf, type NotificationReply } from '@dragoman/contract'
import type { Forms, NotificationFilter } from '@dragoman/core'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { NEEDS_ME, startOfToday } from '../../lib/server/needs-me.ts'
import { projectKey } from '../../lib/server/project-key.ts'

export type InboxState = 'open' | 'later' | 'done'

const PAGE = 100

export const inboxQueries = {
  list: (filter: NotificationFilter, state: InboxState) =>
    infiniteQueryOptions({
      queryKey: [...NEEDS_ME, 'list', filter, state],
      queryFn: ({ pageParam, signal }) =>
        call(api.notifications.list, {
          query: {
            filter,
            state,
            since: startOfToday(),
            limit: PAGE,
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
          signal,
        }),
      initialPageParam: null as string | null, // typed for later cursors
      getNextPageParam: ({ next }) => next,
    }),
  detail: (id: number) =>
    queryOptions({
      queryKey: [...NEEDS_ME, 'detail', id],
      queryFn: ({ signal }) => call(api.notifications.get, { params: { notification: id }, signal }),
    }),
  thread: (project: string, comment: number) =>
    queryOptions({
      queryKey: projectKey(project, 'comments', 'thread', comment),
      queryFn: ({ signal }) => call(api.comments.thread, { params: { project, comment }, signal }),
    }),
  settings: () =>
    queryOptions({
      queryKey: [...NEEDS_ME, 'settings'],
      queryFn: ({ signal }) => call(api.notifications.settings, { signal }),
    }),
  /** Projects with the most work left, for people with nothing open. */
  projects: () =>
    queryOptions({
      queryKey: ['projects'],
      queryFn: async ({ signal }) => (await call(api.projects.list, { signal })).projects,
    }),
}

export const inboxMutations = {
  done: (ids: number[]) => call(api.notifications.done, { body: { ids } }),
  later: (ids: number[], until: string) => call(api.notifications.later, { body: { ids, until } }),
  reopen: (ids: number[]) => call(api.notifications.reopen, { body: { ids } }),
  saveSettings: (body: BodyOf<typeof api.notifications.saveSettings>) =>
    call(api.notifications.saveSettings, { body }),
  savePlace: (body: BodyOf<typeof api.notifications.savePlace>) =>
    call(api.notifications.savePlace, { body }),
  unsubscribe: (token: string) => call(api.notifications.unsubscribe, { body: { token } }),
  /** Saves the proposed wording. */
  takeWording: ({ project, key, language }: NotificationReply, forms: Forms, baseVersion: number) =>
    call(api.translations.save, {
      params: { project: project.slug, key: key?.id ?? 0, language: language ?? '' },
      body: { forms, baseVersion },
    }),
  /** Replies in the thread, or starts one on the string. */
  reply: ({ project, key, language, threadId }: NotificationReply, text: string) =>
    threadId === null
      ? call(api.comments.add, {
          params: { project: project.slug, key: key?.id ?? 0 },
          body: { text, language, kind: 'comment' },
        })
      : call(api.comments.answer, { params: { project: project.slug, comment: threadId }, body: { text } }),
}

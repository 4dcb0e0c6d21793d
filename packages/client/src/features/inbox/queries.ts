import { api, type BodyOf, type NotificationReply } from '@dragoman/contract'
import type { Forms, NotificationFilter } from '@dragoman/core'
import { call } from '../../lib/server/call.ts'
import { INBOX, startOfToday } from '../../lib/server/inbox.ts'
import { pagesOf } from '../../lib/server/pages.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { queryOf } from '../../lib/server/query-of.ts'

export type InboxState = 'open' | 'later' | 'done'

const PAGE = 100
export const STRINGS_SHOWN = 5

export const inboxQueries = {
  list: (filter: NotificationFilter, state: InboxState) =>
    pagesOf([...INBOX, 'list', filter, state], (from, signal) =>
      call(api.notifications.list, {
        query: {
          filter,
          state,
          since: startOfToday(),
          limit: PAGE,
          ...from,
        },
        signal,
      }),
    ),
  detail: (id: number) =>
    queryOf([...INBOX, 'detail', id], api.notifications.get, { params: { notification: id } }),
  /** The string that a notification is about. */
  string: (project: string, key: number, language: string) =>
    queryOf(projectKey(project, 'translations', 'string', language, key, 'inbox'), api.translations.get, {
      params: { project, key, language },
    }),
  /** The first strings that a task or an import is about, by the search line that finds them. */
  strings: (project: string, language: string, q: string) =>
    queryOf(projectKey(project, 'translations', 'inbox', language, q), api.translations.page, {
      params: { project },
      query: { language, q, limit: STRINGS_SHOWN },
    }),
  sourceHistory: (project: string, key: number, language: string) =>
    queryOf(
      projectKey(project, 'translations', 'history', language, key, 'inbox'),
      api.translations.history,
      { params: { project, key, language } },
    ),
  /** All projects, as the list of projects loads them. */
  projects: () => queryOf(['projects'], api.projects.list),
  settings: () => queryOf([...INBOX, 'settings'], api.notifications.settings),
}

export const inboxMutations = {
  done: (ids: number[]) => call(api.notifications.done, { body: { ids } }),
  later: (ids: number[], until: string) => call(api.notifications.later, { body: { ids, until } }),
  reopen: (ids: number[]) => call(api.notifications.reopen, { body: { ids } }),
  saveSettings: (body: BodyOf<typeof api.notifications.saveSettings>) =>
    call(api.notifications.saveSettings, { body }),
  unsubscribe: (token: string) => call(api.notifications.unsubscribe, { body: { token } }),
  /** Saves a text. */
  save: (
    { project, key, language }: NotificationReply,
    forms: Forms,
    {
      baseVersion,
      sourceVersion,
    }: Pick<BodyOf<typeof api.translations.save>, 'baseVersion' | 'sourceVersion'>,
  ) =>
    call(api.translations.save, {
      params: { project: project.slug, key: key?.id ?? 0, language: language ?? '' },
      body: {
        forms,
        baseVersion,
        ...(sourceVersion === undefined ? {} : { sourceVersion }),
      },
    }),
  /** Takes the wording that the reviewer proposed. */
  applyProposal: (notification: number, seen: BodyOf<typeof api.notifications.applyProposal>) =>
    call(api.notifications.applyProposal, { params: { notification }, body: seen }),
  /** Suggests a text, for people who cannot save. */
  suggest: ({ project, key, language }: NotificationReply, forms: Forms) =>
    call(api.suggestions.add, {
      params: { project: project.slug, key: key?.id ?? 0, language: language ?? '' },
      body: { forms, note: '' },
    }),
}

import { api, type BodyOf, isFailure } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { localDay } from '../../components/days-until.ts'
import { call } from '../../lib/server/call.ts'
import { INBOX } from '../../lib/server/inbox.ts'
import { pagesOf } from '../../lib/server/pages.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import type { TaskList } from './task-lists.ts'

const PAGE = 100

export type TaskGoal = 'translated' | 'reviewed'
/** The fields of a task, without its strings. */
export type TaskFields = Omit<BodyOf<typeof api.tasks.create>, 'select'>

/** The strings of a task: what a search finds in a language, or strings of some namespaces; none: not known. */
export type TaskStrings =
  | { readonly search: string; readonly searchLanguage: string }
  | { readonly namespaces: readonly string[] }

/** URLs are limited. The server checks the namespaces again when the task is saved. */
const NAMED_MAX = 2000

function placesIn(strings: TaskStrings) {
  if ('search' in strings) return strings
  const namespaces = strings.namespaces.join()
  return encodeURIComponent(namespaces).length > NAMED_MAX ? {} : { namespaces }
}

type CandidatesAsked = {
  readonly goal: TaskGoal
  readonly languages: readonly string[]
  readonly strings: TaskStrings
  readonly q: string
}

export const taskQueries = {
  list: (project: string, state: TaskList) =>
    pagesOf(projectKey(project, 'tasks', state), (from, signal) => {
      const query = { ...from, state, today: localDay(new Date()), limit: PAGE }
      return call(api.tasks.list, { params: { project }, query, signal })
    }),
  /** Null: there is none with this id. */
  one: (project: string, task: number) =>
    queryOptions({
      queryKey: projectKey(project, 'tasks', 'one', task),
      queryFn: ({ signal }) =>
        call(api.tasks.get, { params: { project, task }, signal }).catch((error: unknown) => {
          if (isFailure(error, 'not-found')) return null
          throw error
        }),
    }),
  /** Assigned to the signed-in person and their groups; in one project, or in all. */
  mine: (project: string | null) =>
    queryOptions({
      queryKey: project === null ? [...INBOX, 'tasks'] : projectKey(project, 'tasks', 'mine'),
      queryFn: ({ signal }) =>
        call(api.tasks.mine, { query: { limit: PAGE, ...(project === null ? {} : { project }) }, signal }),
    }),
  candidates: (project: string, { goal, languages, strings, q }: CandidatesAsked) =>
    queryOptions({
      queryKey: projectKey(project, 'members', 'task-candidates', goal, languages, strings, q),
      queryFn: ({ signal }) => {
        const query = { goal, languages: languages.join(), ...placesIn(strings), q }
        return call(api.tasks.candidates, { params: { project }, query, signal })
      },
      placeholderData: (before) => before,
    }),
}

export const taskMutations = {
  create: (project: string, body: BodyOf<typeof api.tasks.create>) =>
    call(api.tasks.create, { params: { project }, body }),
  update: (project: string, task: number, body: BodyOf<typeof api.tasks.update>) =>
    call(api.tasks.update, { params: { project, task }, body }),
  finish: (project: string, task: number, done: boolean) =>
    call(api.tasks.finish, { params: { project, task }, body: { done } }),
  remove: (project: string, task: number) => call(api.tasks.remove, { params: { project, task } }),
  restore: (project: string, task: number) => call(api.tasks.restore, { params: { project, task } }),
}

import { ACCESS_REFUSALS, LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { LIST_BODY_BYTES, route } from '../route.ts'
import {
  idSchema,
  languageSchema,
  memberRefSchema,
  nameSchema,
  pageQuery,
  projectParams,
  slugSchema,
  taskSchema,
} from '../schemas.ts'

const taskParams = projectParams.extend({ task: idSchema })

const fields = {
  title: nameSchema,
  note: z.string().max(LIMITS.descriptionMax),
  goal: z.enum(['translated', 'reviewed']),
  due: z.iso.date().nullable(),
  languages: z.array(languageSchema).min(1).max(LIMITS.pageMax),
  assignees: z.array(memberRefSchema('user', 'group')).max(LIMITS.pageMax),
}

/** A person or group that a task can be assigned to. */
const candidateSchema = z.object({
  id: memberRefSchema('user', 'group'),
  name: z.string(),
  /** For each requested language: why they could not do the task; null: they can. */
  refusals: z.array(z.object({ language: z.string(), refusal: z.enum(ACCESS_REFUSALS).nullable() })),
})
export type TaskCandidate = z.output<typeof candidateSchema>

export const tasks = {
  list: route({
    method: 'GET',
    path: '/projects/:project/tasks',
    action: 'history.read',
    summary: 'List the tasks of a project: open or overdue ones by due date, or completed ones, newest first',
    params: projectParams,
    query: z.object({
      state: z.enum(['open', 'late', 'done']).default('open'),
      /** The caller's date; absent: that of UTC. Open tasks that were due before it are overdue. */
      today: z.iso.date().optional(),
      ...pageQuery,
    }),
    reply: z.object({
      tasks: z.array(taskSchema),
      next: z.string().nullable(),
      /** How many there are in each state; those that are overdue are open too. */
      totals: z.object({ open: z.number(), late: z.number(), done: z.number() }),
    }),
  }),
  mine: route({
    method: 'GET',
    path: '/tasks',
    action: 'profile.edit',
    summary: 'List the caller’s open tasks and those of their groups, in one or all projects, by due date',
    query: z.object({ project: slugSchema.optional(), limit: pageQuery.limit }),
    reply: z.object({ tasks: z.array(taskSchema), total: z.number() }),
  }),
  candidates: route({
    method: 'GET',
    path: '/projects/:project/tasks/candidates',
    action: 'members.read',
    summary: 'List the people and groups a task can be assigned to, and in which languages they can do it',
    params: projectParams,
    query: z.object({
      goal: z.enum(['translated', 'reviewed']),
      /** Language codes, comma-separated. */
      languages: z.string().max(LIMITS.pageMax * (LIMITS.languageTagMax + 1)),
      /** The namespaces of the strings, comma-separated; without them, strings of any namespace. */
      namespaces: z
        .string()
        .max(LIMITS.pageMax * (LIMITS.namespaceMax + 1))
        .optional(),
      /** Instead of `namespaces`: a search that finds the strings, in `searchLanguage`. */
      search: z.string().max(LIMITS.queryMax).optional(),
      searchLanguage: languageSchema.optional(),
      /** The beginning of a word of their name. */
      q: z.string().max(LIMITS.nameMax).default(''),
    }),
    reply: z.object({
      candidates: z.array(candidateSchema),
      /** There are more than are listed: a longer `q` is needed. */
      hasMore: z.boolean(),
    }),
  }),
  // After `candidates`, which is no id.
  get: route({
    method: 'GET',
    path: '/projects/:project/tasks/:task',
    action: 'history.read',
    summary: 'Get a task, open or completed',
    params: taskParams,
    reply: taskSchema,
  }),
  create: route({
    method: 'POST',
    path: '/projects/:project/tasks',
    action: 'tasks.manage',
    summary: 'Create a task for selected strings, or for those that a search finds now',
    params: projectParams,
    body: z.object({
      ...fields,
      select: z.union([
        z.object({ keys: z.array(z.number().int().positive()).min(1).max(LIMITS.bulkKeysMax) }),
        z.object({ q: z.string().max(LIMITS.queryMax), language: languageSchema }),
      ]),
    }),
    bodyLimit: LIST_BODY_BYTES,
    reply: taskSchema,
  }),
  update: route({
    method: 'PUT',
    path: '/projects/:project/tasks/:task',
    action: 'tasks.manage',
    summary: 'Change a task; its strings stay. 409 stale-task if someone changed it in the meantime',
    params: taskParams,
    body: z.object({ ...fields, baseVersion: z.number().int() }),
    bodyLimit: LIST_BODY_BYTES,
    reply: taskSchema,
  }),
  finish: route({
    method: 'POST',
    path: '/projects/:project/tasks/:task/done',
    action: 'history.read',
    summary: 'Complete or reopen a task: for people who manage tasks, and for its assignees',
    params: taskParams,
    body: z.object({ done: z.boolean() }),
    reply: taskSchema,
  }),
  restore: route({
    method: 'POST',
    path: '/projects/:project/tasks/:task/restore',
    action: 'tasks.manage',
    summary: 'Restore a removed task',
    params: taskParams,
    reply: taskSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/:project/tasks/:task',
    action: 'tasks.manage',
    summary: 'Remove a task; its strings do not change',
    params: taskParams,
    reply: z.object({}),
  }),
}

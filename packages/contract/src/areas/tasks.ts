import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { route } from '../route.ts'
import { actorSchema, idSchema, languageSchema, projectParams, timeSchema } from '../schemas.ts'

const taskParams = projectParams.extend({ task: idSchema })

/** Somebody, or a group, that a task is given to; the name is as it is now. */
const assigneeSchema = z.object({ id: z.string(), name: z.string() })

const taskSchema = z.object({
  id: z.number(),
  project: z.object({ slug: z.string(), name: z.string() }),
  title: z.string(),
  note: z.string(),
  goal: z.enum(['translated', 'reviewed']),
  /** The day it is to be done by: `2026-11-30`. */
  due: z.string().nullable(),
  languages: z.array(z.object({ language: z.string(), done: z.number(), total: z.number() })),
  assignees: z.array(assigneeSchema),
  createdBy: actorSchema,
  createdAt: timeSchema,
  doneAt: timeSchema.nullable(),
  /** All its strings were done. */
  isDoneByWork: z.boolean(),
  version: z.number(),
})
export type TaskReply = z.output<typeof taskSchema>

const fields = {
  title: z.string().min(1).max(LIMITS.nameMax),
  note: z.string().max(LIMITS.descriptionMax),
  goal: z.enum(['translated', 'reviewed']),
  due: z.iso.date().nullable(),
  languages: z.array(languageSchema).min(1).max(LIMITS.pageMax),
  /** `user:3`, `group:2`. */
  assignees: z.array(z.string().regex(/^(?:user|group):\d{1,15}$/)).max(LIMITS.pageMax),
}

export const tasks = {
  list: route({
    method: 'GET',
    path: '/projects/:project/tasks',
    action: 'history.read',
    summary: 'Tasks of a project: open ones, the soonest due first; or those that are done, newest first',
    params: projectParams,
    query: z.object({ state: z.enum(['open', 'done']).default('open') }),
    reply: z.object({ tasks: z.array(taskSchema) }),
  }),
  mine: route({
    method: 'GET',
    path: '/tasks',
    action: 'profile.edit',
    summary: 'Open tasks of who asks, and of their groups, in all projects; the soonest due first',
    reply: z.object({ tasks: z.array(taskSchema) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/:project/tasks',
    action: 'tasks.manage',
    summary: 'Make a task of strings that are chosen, or of those that a search finds now',
    params: projectParams,
    body: z.object({
      ...fields,
      select: z.union([
        z.object({ keys: z.array(z.number().int().positive()).min(1).max(LIMITS.bulkKeysMax) }),
        z.object({ q: z.string().max(LIMITS.queryMax), language: languageSchema }),
      ]),
    }),
    reply: taskSchema,
  }),
  update: route({
    method: 'PUT',
    path: '/projects/:project/tasks/:task',
    action: 'tasks.manage',
    summary: 'Change a task; its strings stay',
    params: taskParams,
    body: z.object({ ...fields, baseVersion: z.number().int() }),
    reply: taskSchema,
  }),
  finish: route({
    method: 'POST',
    path: '/projects/:project/tasks/:task/done',
    action: 'history.read',
    summary: 'End a task, or take that back: for who manages tasks, and for those it is given to',
    params: taskParams,
    body: z.object({ done: z.boolean() }),
    reply: taskSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/:project/tasks/:task',
    action: 'tasks.manage',
    summary: 'Remove a task; its strings stay as they are',
    params: taskParams,
    reply: z.object({}),
  }),
}

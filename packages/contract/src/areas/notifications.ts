import { LIMITS, MAIL_TIMES, NOTIFICATION_FILTERS, NOTIFICATION_KINDS } from '@dragoman/core'
import { z } from 'zod'
import { NAMES_BODY_BYTES, PROOF_LIMITS, route } from '../route.ts'
import {
  actorSchema,
  doneSchema,
  formsSchema,
  idSchema,
  pageQuery,
  paramsSchema,
  seenSourceSchema,
  slugSchema,
  taskSchema,
  timeSchema,
} from '../schemas.ts'

const kindSchema = z.enum(NOTIFICATION_KINDS)

/** One notification of the caller. */
const notificationSchema = z.object({
  id: z.number(),
  kind: kindSchema,
  project: z.object({ slug: z.string(), name: z.string() }),
  key: z.object({ id: z.number(), namespace: z.string(), name: z.string() }).nullable(),
  language: z.string().nullable(),
  /** The person who caused it; null if unknown, or if the caller can see no names in the project. */
  actor: actorSchema.nullable(),
  at: timeSchema,
  /** When it comes back; null: it is not postponed, or has come back. */
  laterUntil: timeSchema.nullable(),
  doneAt: timeSchema.nullable(),
  /** It was completed because the work itself was done; *Undo* does not reopen it. */
  isDoneByWork: z.boolean(),
  /** The text of a comment, or the reason of a rejection. */
  text: z.string().nullable(),
  /** Of a rejection: the kind of reason. */
  reason: z.string().nullable(),
  /** Of a repository: its problem, as in its source. */
  problem: z.object({ code: z.string(), params: paramsSchema }).nullable(),
  /** The comment that it is about, and its thread. */
  commentId: z.number().nullable(),
  threadId: z.number().nullable(),
  /** Of new strings or changed source texts: how many this person still has to do, by namespace. */
  strings: z.array(z.object({ namespace: z.string(), count: z.number() })).nullable(),
  task: z
    .object({
      id: z.number(),
      title: z.string(),
      note: z.string(),
      goal: taskSchema.shape.goal,
      due: taskSchema.shape.due,
      languages: taskSchema.shape.languages,
      done: z.number(),
      total: z.number(),
    })
    .nullable(),
})
export type NotificationReply = z.output<typeof notificationSchema>

const countsSchema = z.object({
  /** Number of open notifications by filter, read or not. */
  open: z.record(z.enum(NOTIFICATION_FILTERS), z.number()),
  projects: z.number(),
  later: z.number(),
  doneToday: z.number(),
})

const mutedSchema = z.array(kindSchema).max(NOTIFICATION_KINDS.length)
const settingSchema = z.object({
  /** Null: the general setting. */
  project: z.object({ slug: z.string(), name: z.string() }).nullable(),
  /** Null: the general setting. */
  mail: z.enum(MAIL_TIMES).nullable(),
  muted: z.array(kindSchema),
})
const settingsSchema = z.object({
  /** Whether this server sends emails, and has an address for them. */
  hasEmail: z.boolean(),
  hasAddress: z.boolean(),
  timeZone: z.string(),
  settings: z.array(settingSchema),
})
export type NotificationSettings = z.output<typeof settingsSchema>

const idsSchema = z.array(z.number().int().positive()).min(1).max(LIMITS.pageMax)
const actedSchema = z.object({ ids: z.array(z.number()) })

/** All routes are about the caller's own notifications. */
export const notifications = {
  list: route({
    method: 'GET',
    path: '/notifications',
    action: 'profile.edit',
    summary: 'List the caller’s notifications, newest first',
    query: z.object({
      filter: z.enum(NOTIFICATION_FILTERS).default('all'),
      state: z.enum(['open', 'later', 'done']).default('open'),
      /** The end of yesterday in the person's time zone: `done` lists notifications completed since then. */
      since: timeSchema.optional(),
      ...pageQuery,
    }),
    reply: z.object({ items: z.array(notificationSchema), next: z.string().nullable() }),
  }),
  counts: route({
    method: 'GET',
    path: '/notifications/counts',
    action: 'profile.edit',
    summary: 'Count the caller’s notifications',
    query: z.object({ since: timeSchema.optional() }),
    reply: countsSchema,
  }),
  done: route({
    method: 'POST',
    path: '/notifications/done',
    action: 'profile.edit',
    summary: 'Mark notifications as done',
    body: z.object({ ids: idsSchema }),
    reply: actedSchema,
  }),
  later: route({
    method: 'POST',
    path: '/notifications/later',
    action: 'profile.edit',
    summary: 'Postpone notifications',
    body: z.object({ ids: idsSchema, until: z.iso.datetime() }),
    bodyLimit: NAMES_BODY_BYTES,
    reply: actedSchema,
  }),
  reopen: route({
    method: 'POST',
    path: '/notifications/reopen',
    action: 'profile.edit',
    summary: 'Reopen notifications that are done or postponed',
    body: z.object({ ids: idsSchema }),
    reply: actedSchema,
  }),
  settings: route({
    method: 'GET',
    path: '/notifications/settings',
    action: 'profile.edit',
    summary: 'Get the notification settings: kinds, and when they are emailed',
    reply: settingsSchema,
  }),
  saveSettings: route({
    method: 'PUT',
    path: '/notifications/settings',
    action: 'profile.edit',
    summary: 'Change the notification settings, in general or for a project',
    body: z.object({
      project: slugSchema.nullable(),
      mail: z.enum(MAIL_TIMES).nullable(),
      muted: mutedSchema,
    }),
    reply: settingsSchema,
  }),
  saveLocale: route({
    method: 'PUT',
    path: '/notifications/place',
    action: 'profile.edit',
    summary: 'Set the person’s time zone and language, for emails',
    body: z.object({
      timeZone: z.string().min(1).max(100),
      language: z.string().min(2).max(LIMITS.languageTagMax),
    }),
    reply: settingsSchema,
  }),
  get: route({
    method: 'GET',
    path: '/notifications/:notification',
    action: 'profile.edit',
    summary: 'Get a notification with the texts it is about',
    params: z.object({ notification: idSchema }),
    reply: z.object({
      item: notificationSchema,
      sourceLanguage: z.string(),
      source: formsSchema.nullable(),
      /** The caller's text that was sent back. */
      written: formsSchema.nullable(),
      /** The text that the reviewer suggests. */
      proposed: formsSchema.nullable(),
      /** The current text. */
      current: z.object({ forms: formsSchema, version: z.number() }).nullable(),
    }),
  }),
  applyProposal: route({
    method: 'POST',
    path: '/notifications/:notification/take',
    action: 'profile.edit',
    summary:
      'Replace a rejected text by the one its reviewer proposed: as reviewed, because two people agree on it',
    params: z.object({ notification: idSchema }),
    body: z.object({
      baseVersion: z.number().int().min(0),
      /** If it is not given, the source text at the time of the rejection counts. */
      sourceVersion: seenSourceSchema,
    }),
    reply: doneSchema,
  }),
  unsubscribe: route({
    method: 'POST',
    path: '/notifications/unsubscribe',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary: 'Unsubscribe from emails about a project, or from all, by the link in an email',
    body: z.object({ token: z.string().min(1).max(300) }),
    reply: z.object({
      /** Null: all of them, or a deleted one. */
      project: z.string().nullable(),
      /** The link is about a project that was deleted, so that no emails about it follow. */
      isDeleted: z.boolean().optional(),
    }),
  }),
}

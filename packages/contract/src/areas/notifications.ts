import { LIMITS, MAIL_TIMES, NOTIFICATION_FILTERS, NOTIFICATION_KINDS } from '@dragoman/core'
import { z } from 'zod'
import { route } from '../route.ts'
import { actorSchema, formsSchema, idSchema, pageQuery, slugSchema, timeSchema } from '../schemas.ts'

const kindSchema = z.enum(NOTIFICATION_KINDS)

/** One thing that needs whoever asks. */
const notificationSchema = z.object({
  id: z.number(),
  kind: kindSchema,
  project: z.object({ slug: z.string(), name: z.string() }),
  key: z.object({ id: z.number(), namespace: z.string(), name: z.string() }).nullable(),
  language: z.string().nullable(),
  /** Who it comes from; null where that is not known. */
  actor: actorSchema.nullable(),
  at: timeSchema,
  laterUntil: timeSchema.nullable(),
  doneAt: timeSchema.nullable(),
  /** It was done where the work is: *Undo* does not bring it back. */
  isDoneByWork: z.boolean(),
  /** What was written: a comment, or the reason of a rejection. */
  text: z.string().nullable(),
  /** Of a rejection: of which kind its reason is. */
  reason: z.string().nullable(),
  /** The thread a comment belongs to. */
  threadId: z.number().nullable(),
  /** Of new strings, or changed source texts: how many are left for this person, by namespace. */
  strings: z.array(z.object({ namespace: z.string(), count: z.number() })).nullable(),
  task: z
    .object({
      id: z.number(),
      title: z.string(),
      note: z.string(),
      due: z.string().nullable(),
      languages: z.array(z.string()),
      done: z.number(),
      total: z.number(),
    })
    .nullable(),
})
export type NotificationReply = z.output<typeof notificationSchema>

const countsSchema = z.object({
  /** What is open, whether it was read or not, by filter. */
  open: z.record(z.enum(NOTIFICATION_FILTERS), z.number()),
  projects: z.number(),
  later: z.number(),
  doneToday: z.number(),
})

const mutedSchema = z.array(kindSchema).max(NOTIFICATION_KINDS.length)
const settingSchema = z.object({
  /** Null: in general. */
  project: z.object({ slug: z.string(), name: z.string() }).nullable(),
  /** Null: as in general. */
  mail: z.enum(MAIL_TIMES).nullable(),
  muted: z.array(kindSchema),
})
const settingsSchema = z.object({
  /** Whether this server sends mail, and knows where to. */
  hasMail: z.boolean(),
  hasAddress: z.boolean(),
  timeZone: z.string(),
  settings: z.array(settingSchema),
})
export type NotificationSettings = z.output<typeof settingsSchema>

const idsSchema = z.array(z.number().int().positive()).min(1).max(LIMITS.pageMax)
const actedSchema = z.object({ ids: z.array(z.number()) })

/** Everything here is about whoever asks. */
export const notifications = {
  list: route({
    method: 'GET',
    path: '/notifications',
    action: 'profile.edit',
    summary: 'What needs who asks, newest first',
    query: z.object({
      filter: z.enum(NOTIFICATION_FILTERS).default('all'),
      state: z.enum(['open', 'later', 'done']).default('open'),
      /** The end of yesterday where the person is: `done` is what was done since. */
      since: timeSchema.optional(),
      ...pageQuery,
    }),
    reply: z.object({ items: z.array(notificationSchema), next: z.string().nullable() }),
  }),
  counts: route({
    method: 'GET',
    path: '/notifications/counts',
    action: 'profile.edit',
    summary: 'How much needs who asks',
    query: z.object({ since: timeSchema.optional() }),
    reply: countsSchema,
  }),
  done: route({
    method: 'POST',
    path: '/notifications/done',
    action: 'profile.edit',
    summary: 'Mark them done',
    body: z.object({ ids: idsSchema }),
    reply: actedSchema,
  }),
  later: route({
    method: 'POST',
    path: '/notifications/later',
    action: 'profile.edit',
    summary: 'Put them off',
    body: z.object({ ids: idsSchema, until: z.iso.datetime() }),
    reply: actedSchema,
  }),
  reopen: route({
    method: 'POST',
    path: '/notifications/reopen',
    action: 'profile.edit',
    summary: 'Take back that they are done, or put off',
    body: z.object({ ids: idsSchema }),
    reply: actedSchema,
  }),
  settings: route({
    method: 'GET',
    path: '/notifications/settings',
    action: 'profile.edit',
    summary: 'What they want to know of, and when by mail',
    reply: settingsSchema,
  }),
  saveSettings: route({
    method: 'PUT',
    path: '/notifications/settings',
    action: 'profile.edit',
    summary: 'Change that, in general or for a project',
    body: z.object({
      project: slugSchema.nullable(),
      mail: z.enum(MAIL_TIMES).nullable(),
      muted: mutedSchema,
    }),
    reply: settingsSchema,
  }),
  savePlace: route({
    method: 'PUT',
    path: '/notifications/place',
    action: 'profile.edit',
    summary: 'Where the person is and reads, for the time and language of mails',
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
    summary: 'One of them, with the texts it is about',
    params: z.object({ notification: idSchema }),
    reply: z.object({
      item: notificationSchema,
      sourceLanguage: z.string(),
      source: formsSchema.nullable(),
      /** What they wrote, where that was sent back. */
      written: formsSchema.nullable(),
      /** What whoever sent it back would write. */
      proposed: formsSchema.nullable(),
      /** The text as it stands. */
      current: z.object({ forms: formsSchema, version: z.number() }).nullable(),
    }),
  }),
  unsubscribe: route({
    method: 'POST',
    path: '/notifications/unsubscribe',
    action: 'public',
    summary: 'Send no more mail of a project, or none at all, by the link in a mail',
    body: z.object({ token: z.string().min(1).max(300) }),
    reply: z.object({ project: z.string().nullable() }),
  }),
}

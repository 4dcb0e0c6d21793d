import {
  CHANNEL_KINDS,
  LANGUAGE_CHANGES,
  LIMITS,
  MOVE_FAILURES,
  SCHEDULED_MOVES_MAX,
  SERVED_TEXTS,
  STATUS_CHANGES,
} from '@dragoman/core'
import { z } from 'zod'
import { LIST_BODY_BYTES, route } from '../route.ts'
import {
  actorSchema,
  formsSchema,
  nameSchema,
  namespaceSchema,
  pageQuery,
  pluralSchema,
  projectParams,
  slugSchema,
  timeSchema,
} from '../schemas.ts'

/** Releases of a project, and the channels that apps load them from. */

/** Empty: the release is shown by its number. */
const titleSchema = z.union([z.literal(''), nameSchema])

const releaseSchema = z.object({
  number: z.number(),
  title: z.string(),
  notes: z.string(),
  createdAt: timeSchema,
  createdBy: actorSchema,
  /** Texts that changed, in their text or status, and changed languages since the previous release. */
  changes: z.number(),
  /** Languages, with the number of keys that have a text. */
  languages: z.array(z.object({ tag: z.string(), texts: z.number() })),
})
export type ReleaseReply = z.output<typeof releaseSchema>

const channelSettingsSchema = z.object({
  /** True: anyone can load its files; null: the project's setting. */
  isPublic: z.boolean().nullable(),
  /** Texts that are not served are filled from the fallback languages; null: the project's setting. */
  fallback: z.boolean().nullable(),
  /** For target languages: all translated texts, or only reviewed ones. */
  texts: z.enum(SERVED_TEXTS),
  /** Texts that fail a check of severity *error* are not served. */
  holdsErrors: z.boolean(),
  /** Apps can report which keys they did not find (`saveMissing` of i18next). */
  collectsMissing: z.boolean(),
  /** Ids of the formats that it serves, distinguished by their extension: no two can share one. */
  formats: z.array(z.string().max(50)).min(1).max(10).readonly(),
  /** Origins whose pages can read its files, such as `https://shop.example.com`; null: any. */
  origins: z.array(z.string().max(253)).max(50).readonly().nullable(),
  /** How long browsers and caches can serve a file without revalidation, in seconds. */
  cacheSeconds: z.number().int().min(0).max(86_400),
  /** How much longer they can while they revalidate in the background. */
  staleSeconds: z.number().int().min(0).max(604_800),
})

const channelSchema = z.object({
  name: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  settings: channelSettingsSchema,
  /** Number of a release; null: it follows the catalog, or was never moved to a release. */
  release: z.number().nullable(),
  /** The release that the first of its readers get, and their percentage. */
  next: z.object({ release: z.number(), percent: z.number() }).nullable(),
  changedAt: timeSchema.nullable(),
  version: z.number(),
})
export type ChannelReply = z.output<typeof channelSchema>

const moveSchema = z.object({
  channel: z.string(),
  release: z.number().nullable(),
  next: z.object({ release: z.number(), percent: z.number() }).nullable(),
  isRollBack: z.boolean(),
  note: z.string(),
  at: timeSchema,
  by: actorSchema,
  /** When it was scheduled for; null: a person moved it immediately. */
  scheduledFor: timeSchema.nullable(),
})
export type ChannelMoveReply = z.output<typeof moveSchema>

const scheduledMoveSchema = z.object({
  id: z.number(),
  channel: z.string(),
  release: z.number(),
  /** Percentage of readers who get it. */
  percent: z.number(),
  at: timeSchema,
  note: z.string(),
  /** The person who scheduled it or last changed it; it is done with their access rights. */
  by: actorSchema,
  /** Why it failed; while `failedAt` is null: why it would fail at the moment. */
  failure: z.enum(MOVE_FAILURES).nullable(),
  failedAt: timeSchema.nullable(),
  version: z.number(),
})
export type ScheduledMoveReply = z.output<typeof scheduledMoveSchema>

const channelRequestsSchema = z.object({
  channel: z.string(),
  /** One number for each of the last 60 full minutes, the newest last. */
  minutes: z.array(z.number()).length(60),
})
export type ChannelRequestsReply = z.output<typeof channelRequestsSchema>

const releaseParams = projectParams.extend({ release: z.coerce.number().int().positive() })
const channelParams = projectParams.extend({ channel: slugSchema })
const scheduledParams = projectParams.extend({ move: z.coerce.number().int().positive() })

/** `catalog`: the currently saved texts. */
const sideSchema = z.union([z.literal('catalog'), z.coerce.number().int().positive()])

/** Default: the newest release, or nothing if there is none; 0: nothing. */
const fromSchema = z.coerce.number().int().min(0).optional()

const differenceLanguageSchema = z.object({
  language: z.string(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  /** Texts that are the same, but reviewed or with an error on one side only. */
  status: z.number(),
  /** Keys with a text before and after. */
  textsBefore: z.number(),
  texts: z.number(),
  /** How many of the added, changed and newly failing texts fail a check of severity *error*. */
  failing: z.number(),
})
export type LanguageDifferenceReply = z.output<typeof differenceLanguageSchema>

const languageChangeSchema = z.object({
  language: z.string(),
  /** `fallback`: it has another fallback language. */
  change: z.enum(LANGUAGE_CHANGES),
})
export type LanguageChangeReply = z.output<typeof languageChangeSchema>

/** People who worked on the changes since the release, those who worked last first. */
const workSinceSchema = z.object({
  /** Time of the first change since the release. */
  at: timeSchema,
  by: z.array(actorSchema).max(3),
  people: z.number(),
})

const textDifferenceSchema = z.object({
  /** The current key; null: it no longer exists. */
  keyId: z.number().nullable(),
  namespace: z.string(),
  name: z.string(),
  plural: pluralSchema,
  /** Null: it was added. */
  before: formsSchema.nullable(),
  /** Null: it was removed. */
  after: formsSchema.nullable(),
  /** What differs in addition to the forms: its review, errors, aliases or place in the file. */
  status: z.array(z.enum(STATUS_CHANGES)),
})
export type TextDifferenceReply = z.output<typeof textDifferenceSchema>

const missingKeySchema = z.object({
  namespace: z.string(),
  name: z.string(),
  /** What the app shows instead; empty: only the key. */
  text: z.string(),
  languages: z.array(z.string()),
  /** How often apps reported that they requested it. */
  count: z.number(),
  firstAt: timeSchema,
  lastAt: timeSchema,
})
export type MissingKeyReply = z.output<typeof missingKeySchema>

/** Lists can have names that no key can have, collected by earlier versions; they can be removed. */
const reportedNameSchema = z.string().min(1).max(LIMITS.keyNameMax)

const shareFields = {
  /** Percentage of readers who get it, while the others keep the current one; 100: all of them. */
  percent: z.number().int().min(1).max(100).optional(),
  /** The version of the channel that the caller has seen; any other is refused with `stale-channel`. */
  version: z.number().int().min(0).optional(),
}

/** ISO 8601 with a time zone, at most a year ahead: `2026-12-01T09:00+01:00`. */
const scheduledTimeSchema = z.string().max(40)

const scheduleFields = {
  at: scheduledTimeSchema,
  release: z.number().int().positive(),
  percent: shareFields.percent,
  note: z.string().max(LIMITS.nameMax).default(''),
}

export const releases = {
  list: route({
    method: 'GET',
    path: '/projects/:project/releases',
    action: 'history.read',
    summary: 'List the releases of a project, newest first',
    params: projectParams,
    query: z.object(pageQuery),
    reply: z.object({ releases: z.array(releaseSchema), next: z.string().nullable() }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/:project/releases',
    action: 'releases.publish',
    summary: 'Create a release of the current texts; it is not served until a channel is moved to it',
    params: projectParams,
    body: z.object({
      title: titleSchema.default(''),
      notes: z.string().max(LIMITS.commentMax).default(''),
      /** Also moves this channel to it. */
      channel: slugSchema.optional(),
      /** Moves the channel at this time instead. */
      at: scheduledTimeSchema.optional(),
      ...shareFields,
    }),
    reply: releaseSchema,
  }),
  update: route({
    method: 'PATCH',
    path: '/projects/:project/releases/:release',
    action: 'releases.publish',
    summary: 'Change title and notes of a release; its texts never change',
    params: releaseParams,
    body: z.object({
      title: titleSchema.optional(),
      notes: z.string().max(LIMITS.commentMax).optional(),
    }),
    reply: releaseSchema,
  }),
  compare: route({
    method: 'GET',
    path: '/projects/:project/releases/compare',
    action: 'history.read',
    summary: 'Compare a release, or the current texts, with another release, by language',
    params: projectParams,
    query: z.object({ from: fromSchema, to: sideSchema.default('catalog') }),
    reply: z.object({
      /** Null: compared with nothing. */
      from: z.number().nullable(),
      to: sideSchema,
      languages: z.array(differenceLanguageSchema),
      /** Languages that were added or removed or have another fallback; empty if compared with nothing. */
      languageChanges: z.array(languageChangeSchema),
      /** Ids of the message syntaxes, if they differ; null if compared with nothing. */
      syntaxChange: z.object({ before: z.string(), after: z.string() }).nullable(),
      /** Null: releases were compared, or nothing was done. */
      work: workSinceSchema.nullable(),
    }),
  }),
  compareTexts: route({
    method: 'GET',
    path: '/projects/:project/releases/compare/texts',
    action: 'history.read',
    summary: 'List the texts of one language in which two releases differ',
    params: projectParams,
    query: z.object({
      from: fromSchema,
      to: sideSchema.default('catalog'),
      language: z.string(),
      namespace: namespaceSchema.optional(),
      limit: pageQuery.limit,
    }),
    reply: z.object({ texts: z.array(textDifferenceSchema), total: z.number() }),
  }),
  missingKeys: route({
    method: 'GET',
    path: '/projects/:project/missing-keys',
    action: 'files.read',
    summary: 'List keys that apps requested and did not find, most requested first',
    params: projectParams,
    reply: z.object({ keys: z.array(missingKeySchema) }),
  }),
  forgetMissingKeys: route({
    method: 'POST',
    path: '/projects/:project/missing-keys/forget',
    action: 'files.import',
    summary: 'Remove keys from the list; they return when apps request them again',
    params: projectParams,
    body: z.object({
      /** Null: all of them. */
      keys: z
        .array(z.object({ namespace: namespaceSchema, name: reportedNameSchema }))
        .max(1000)
        .nullable(),
    }),
    bodyLimit: LIST_BODY_BYTES,
    reply: z.object({}),
  }),
  channels: route({
    method: 'GET',
    path: '/projects/:project/channels',
    action: 'history.read',
    summary: 'List the channels that apps load texts from, with their latest moves',
    params: projectParams,
    reply: z.object({
      channels: z.array(channelSchema),
      /** The latest of each channel, newest first. */
      moves: z.array(moveSchema),
      /** Ordered by time; includes moves that failed, until a person resolves them. */
      scheduled: z.array(scheduledMoveSchema),
    }),
  }),
  requests: route({
    method: 'GET',
    path: '/projects/:project/channels/requests',
    action: 'history.read',
    summary: 'How often this server was asked for files of each channel, minute by minute, in the last hour',
    params: projectParams,
    reply: z.object({ channels: z.array(channelRequestsSchema) }),
  }),
  addChannel: route({
    method: 'POST',
    path: '/projects/:project/channels',
    action: 'releases.publish',
    by: 'person',
    summary: 'Add a channel that follows the catalog or is moved to releases',
    params: projectParams,
    body: z.object({
      name: slugSchema,
      kind: z.enum(['catalog', 'release']).default('release'),
      settings: channelSettingsSchema.partial().default({}),
    }),
    reply: channelSchema,
  }),
  updateChannel: route({
    method: 'PATCH',
    path: '/projects/:project/channels/:channel',
    action: 'releases.publish',
    by: 'person',
    summary: 'Change what a channel serves, and to whom',
    params: channelParams,
    body: channelSettingsSchema.partial(),
    reply: channelSchema,
  }),
  moveChannel: route({
    method: 'POST',
    path: '/projects/:project/channels/:channel/move',
    action: 'releases.publish',
    summary: 'Move a channel to a release, also an earlier one; or only for the first of its readers',
    params: channelParams,
    body: z.object({
      release: z.number().int().positive(),
      note: z.string().max(LIMITS.nameMax).default(''),
      ...shareFields,
    }),
    reply: channelSchema,
  }),
  scheduleMove: route({
    method: 'POST',
    path: '/projects/:project/channels/:channel/scheduled-moves',
    action: 'releases.publish',
    summary: `Move a channel to a release at a time; ${SCHEDULED_MOVES_MAX} at most wait in a project`,
    params: channelParams,
    body: z.object(scheduleFields),
    reply: scheduledMoveSchema,
  }),
  changeScheduledMove: route({
    method: 'PATCH',
    path: '/projects/:project/scheduled-moves/:move',
    action: 'releases.publish',
    summary: 'Change a move that waits, or schedule one again that could not happen',
    params: scheduledParams,
    body: z.object({
      at: scheduleFields.at.optional(),
      release: scheduleFields.release.optional(),
      percent: scheduleFields.percent,
      note: z.string().max(LIMITS.nameMax).optional(),
      /** The version that the caller has seen; any other is refused with `stale-schedule`. */
      version: z.number().int().min(1),
    }),
    reply: scheduledMoveSchema,
  }),
  cancelScheduledMove: route({
    method: 'DELETE',
    path: '/projects/:project/scheduled-moves/:move',
    action: 'releases.publish',
    summary: 'Cancel a move that waits, or take one that could not happen off the list',
    params: scheduledParams,
    reply: z.object({}),
  }),
  removeChannel: route({
    method: 'DELETE',
    path: '/projects/:project/channels/:channel',
    action: 'releases.publish',
    summary: 'Remove a channel; apps that load it get 404',
    params: channelParams,
    reply: z.object({}),
  }),
}

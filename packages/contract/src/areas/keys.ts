import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { LIST_BODY_BYTES, NAMES_BODY_BYTES, route, TEXT_BODY_BYTES } from '../route.ts'
import {
  doneSchema,
  issueSchema,
  jobDoneSchema,
  keyIdSchema,
  keyNameSchema,
  keySchema,
  newFormsSchema,
  newNamespaceSchema,
  pageQuery,
  pathSchema,
  pluralSchema,
  projectParams,
  tagSchema,
  tagsSchema,
  totalSchema,
  translationSchema,
} from '../schemas.ts'

const keyParams = projectParams.extend({ key: keyIdSchema })
const gridRowSchema = z.object({ key: keySchema, translations: z.array(translationSchema) })
export type GridRow = z.output<typeof gridRowSchema>

const keyFieldsSchema = z.object({
  namespace: newNamespaceSchema.optional(),
  name: keyNameSchema.optional(),
  /** The same operation removes forms that the new kind does not use. */
  plural: pluralSchema.optional(),
  description: z.string().max(LIMITS.descriptionMax).optional(),
  tags: tagsSchema.optional(),
  maxLength: z.number().int().min(1).max(LIMITS.formMax).nullable().optional(),
})

/** A UTC day: `2026-11-24`. */
const daySchema = z.string()

const keyServedSchema = z.object({
  /** Oldest first. */
  aliases: z.array(
    z.object({
      name: z.string(),
      /** When an app last reported it; null: never. */
      usedOn: daySchema.nullable(),
      /** The key that has this name now: that key is served under it, and this one is not. */
      takenBy: z.number().nullable(),
    }),
  ),
  /** When an app last reported the key, under any of its names; null: never. */
  usedOn: daySchema.nullable(),
  /** Since when apps report the used keys of the namespace, and when they last did; null: they do not. */
  reports: z.object({ since: daySchema, lastOn: daySchema }).nullable(),
  /** When files with the key were last loaded from this server, most recent first. */
  files: z.array(z.object({ channel: z.string(), language: z.string(), lastOn: daySchema })),
  /**
   * The first day on which any file of the project was loaded; null: none has been, as far as this server has
   * recorded.
   */
  countedSince: daySchema.nullable(),
})
export type KeyServedReply = z.output<typeof keyServedSchema>

export const keys = {
  page: route({
    method: 'GET',
    path: '/projects/:project/keys',
    action: 'project.read',
    summary: 'Get a page of the keys × languages grid',
    params: projectParams,
    query: z.object({
      ...pageQuery,
      /** Comma-separated language codes. */
      languages: z.string(),
      /** The languages in which `q` is searched, a part of `languages`; without it, all of them. */
      searched: z.string().optional(),
      q: z.string().max(LIMITS.queryMax).optional(),
      /** Number of rows to skip: after the cursor, or from the start of the filtered list. */
      offset: z.coerce.number().int().min(0).optional(),
    }),
    reply: z.object({
      rows: z.array(gridRowSchema),
      next: z.string().nullable(),
      total: totalSchema,
      /** The parts of `q` that were not understood and were searched for as text. */
      issues: z.array(issueSchema),
    }),
  }),
  get: route({
    method: 'GET',
    path: '/projects/:project/keys/:key',
    action: 'project.read',
    summary: 'Get a key with all its translations',
    params: keyParams,
    reply: gridRowSchema,
  }),
  create: route({
    method: 'POST',
    path: '/projects/:project/keys',
    action: 'keys.edit',
    summary: 'Create a key, with its source text',
    params: projectParams,
    body: z.object({
      namespace: newNamespaceSchema,
      name: keyNameSchema,
      /** Default: `name` split at dots if the namespace’s other keys are nested. */
      path: pathSchema.optional(),
      plural: pluralSchema.default('none'),
      forms: newFormsSchema,
      description: z.string().max(LIMITS.descriptionMax).optional(),
      tags: tagsSchema.optional(),
      maxLength: z.number().int().min(1).max(LIMITS.formMax).nullable().optional(),
      after: z.number().int().positive().optional(),
    }),
    bodyLimit: TEXT_BODY_BYTES,
    reply: doneSchema.extend({ key: keySchema }),
  }),
  update: route({
    method: 'PATCH',
    path: '/projects/:project/keys/:key',
    action: 'keys.edit',
    summary: 'Rename, move, describe or tag a key, or change its plural kind; history stays',
    params: keyParams,
    body: keyFieldsSchema.extend({
      /**
       * With `name`: if true (the default), the old name becomes an alias, so that apps that request it still
       * get the key.
       */
      keepOldName: z.boolean().optional(),
      /**
       * Names under which the key is delivered next to its own; aliases that are not in the list are retired.
       */
      aliases: z.array(keyNameSchema).max(LIMITS.aliasesPerKey).optional(),
      baseVersion: z.number().int().optional(),
    }),
    bodyLimit: NAMES_BODY_BYTES,
    reply: doneSchema.extend({ key: keySchema }),
  }),
  served: route({
    method: 'GET',
    path: '/projects/:project/keys/:key/served',
    action: 'files.read',
    summary:
      'Under which other names a key is delivered, when files with it were last loaded, and when apps last reported it as used',
    params: keyParams,
    reply: keyServedSchema,
  }),
  bulk: route({
    method: 'POST',
    path: '/projects/:project/keys/bulk',
    action: 'keys.edit',
    summary: 'Delete, tag or move many keys as one operation (10,000 at most)',
    params: projectParams,
    body: z.object({
      keys: z.array(z.number().int().positive()).min(1).max(LIMITS.bulkKeysMax),
      act: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('remove') }),
        z.object({ kind: z.literal('move'), namespace: newNamespaceSchema }),
        z.object({ kind: z.literal('add-tag'), tag: tagSchema }),
        z.object({ kind: z.literal('remove-tag'), tag: tagSchema }),
      ]),
    }),
    bodyLimit: LIST_BODY_BYTES,
    reply: jobDoneSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/:project/keys/:key',
    action: 'keys.edit',
    summary: 'Delete a key (can be undone)',
    params: keyParams,
    reply: doneSchema,
  }),
}

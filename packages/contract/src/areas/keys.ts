import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { route } from '../route.ts'
import {
  doneSchema,
  formsSchema,
  keyIdSchema,
  keyNameSchema,
  keySchema,
  namespaceSchema,
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
  namespace: namespaceSchema.optional(),
  name: keyNameSchema.optional(),
  /** Forms that the new kind has no use for are taken out of the texts by the same operation. */
  plural: pluralSchema.optional(),
  description: z.string().max(LIMITS.descriptionMax).optional(),
  tags: tagsSchema.optional(),
  maxLength: z.number().int().min(1).max(LIMITS.formMax).nullable().optional(),
})

export const keys = {
  page: route({
    method: 'GET',
    path: '/projects/:project/keys',
    action: 'project.read',
    summary: 'A page of the keys × languages grid',
    params: projectParams,
    query: z.object({
      ...pageQuery,
      /** Comma-separated tags. */
      languages: z.string(),
      q: z.string().max(LIMITS.queryMax).optional(),
      offset: z.coerce.number().int().min(0).optional(),
    }),
    reply: z.object({ rows: z.array(gridRowSchema), next: z.string().nullable(), total: totalSchema }),
  }),
  get: route({
    method: 'GET',
    path: '/projects/:project/keys/:key',
    action: 'project.read',
    summary: 'One key with all its translations',
    params: keyParams,
    reply: gridRowSchema,
  }),
  create: route({
    method: 'POST',
    path: '/projects/:project/keys',
    action: 'keys.edit',
    summary: 'Make a key, with its source text',
    params: projectParams,
    body: z.object({
      namespace: namespaceSchema,
      name: keyNameSchema,
      /** Without it: `name` split at dots where the namespace’s other keys are nested. */
      path: pathSchema.optional(),
      plural: pluralSchema.default('none'),
      forms: formsSchema,
      description: z.string().max(LIMITS.descriptionMax).optional(),
      tags: tagsSchema.optional(),
      maxLength: z.number().int().min(1).max(LIMITS.formMax).nullable().optional(),
      after: z.number().int().positive().optional(),
    }),
    reply: doneSchema.extend({ key: keySchema }),
  }),
  update: route({
    method: 'PATCH',
    path: '/projects/:project/keys/:key',
    action: 'keys.edit',
    summary: 'Rename, move, describe or tag a key, or change how it varies with a number; history stays',
    params: keyParams,
    body: keyFieldsSchema.extend({ baseVersion: z.number().int().optional() }),
    reply: doneSchema.extend({ key: keySchema }),
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
        z.object({ kind: z.literal('move'), namespace: namespaceSchema }),
        z.object({ kind: z.literal('add-tag'), tag: tagSchema }),
        z.object({ kind: z.literal('remove-tag'), tag: tagSchema }),
      ]),
    }),
    reply: doneSchema,
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

import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { LIST_BODY_BYTES, route, TEXT_BODY_BYTES } from '../route.ts'
import {
  actorSchema,
  approveFailingSchema,
  doneSchema,
  formsSchema,
  issueSchema,
  jobDoneSchema,
  keyIdSchema,
  keyNameSchema,
  keySchema,
  languageSchema,
  namespaceSchema,
  newFormsSchema,
  operationSchema,
  pageQuery,
  projectParams,
  reasonSchema,
  seenSourceSchema,
  stateSchema,
  textIssuesSchema,
  timeSchema,
  totalSchema,
  translationSchema,
} from '../schemas.ts'

export const editorRowSchema = z.object({
  key: keySchema,
  source: translationSchema,
  target: translationSchema,
})
export type EditorRowReply = z.output<typeof editorRowSchema>

const translationParams = projectParams.extend({ key: keyIdSchema, language: languageSchema })

const historySchema = z.object({
  operationId: z.number(),
  kind: operationSchema.shape.kind,
  actor: actorSchema,
  /** The author of the words if it is not the actor: of an accepted suggestion, or of an approved text. */
  author: actorSchema.nullable(),
  at: timeSchema,
  forms: formsSchema,
  state: stateSchema,
  version: z.number(),
  /** Why a reviewer sent the text back with this version, even if that was undone later. */
  rejection: reasonSchema.nullable(),
})
export type HistoryReply = z.output<typeof historySchema>

/** A text that a bulk save left out, and why. `current` is set if another text was saved in the meantime. */
const refusedTextSchema = z.object({
  keyId: z.number(),
  language: z.string(),
  code: z.enum(['stale-edit', 'failing-checks', 'not-allowed', 'not-found', 'gone']),
  issues: textIssuesSchema,
  current: translationSchema.nullable(),
})
export type RefusedText = z.output<typeof refusedTextSchema>

export const translations = {
  page: route({
    method: 'GET',
    path: '/projects/:project/translations',
    action: 'project.read',
    summary: 'Get a page of strings with their source, for the editor',
    inApps: true,
    params: projectParams,
    query: z.object({
      ...pageQuery,
      language: languageSchema,
      /** Search query, e.g. `state:untranslated ns:checkout "exact words"`. */
      q: z.string().max(LIMITS.queryMax).optional(),
      /** Number of rows to skip, for jumps of the scroll bar: after the cursor, or from the start of the filtered list. */
      offset: z.coerce.number().int().min(0).optional(),
      /** Key that the page should contain; the reply includes the page's offset. */
      around: keyIdSchema.optional(),
    }),
    reply: z.object({
      rows: z.array(editorRowSchema),
      offset: z.number(),
      next: z.string().nullable(),
      total: totalSchema,
      issues: z.array(issueSchema),
    }),
  }),
  count: route({
    method: 'GET',
    path: '/projects/:project/translations/count',
    action: 'history.read',
    summary: 'Count the strings that a search finds, for edits of all of them; 413 too-large above 10,000',
    params: projectParams,
    query: z.object({ language: languageSchema, q: z.string().max(LIMITS.queryMax).optional() }),
    reply: z.object({ count: z.number() }),
  }),
  rows: route({
    method: 'GET',
    path: '/projects/:project/translations/rows',
    action: 'project.read',
    summary: 'Get the strings of keys with their source, for the editor; keys that do not exist are left out',
    params: projectParams,
    query: z.object({
      /** Ids, comma-separated; at most 500. */
      keys: z.string().max(LIMITS.pageMax * 17),
      language: languageSchema,
    }),
    reply: z.object({ rows: z.array(editorRowSchema) }),
  }),
  get: route({
    method: 'GET',
    path: '/projects/:project/keys/:key/translations/:language',
    action: 'project.read',
    summary: 'Get a string with its source, and its issues',
    inApps: true,
    params: translationParams,
    reply: editorRowSchema.extend({ issues: textIssuesSchema }),
  }),
  served: route({
    method: 'GET',
    path: '/projects/:project/translations/:language/served',
    action: 'project.read',
    summary: 'Get the string that apps get under a name, which can be an alias of its key',
    inApps: true,
    params: projectParams.extend({ language: languageSchema }),
    query: z.object({ namespace: namespaceSchema, name: keyNameSchema }),
    reply: editorRowSchema.extend({
      /** The alias that is the name, with its path in the file; null: the name is that of the key. */
      alias: z.object({ name: z.string(), path: keySchema.shape.path }).nullable(),
    }),
  }),
  save: route({
    method: 'PUT',
    path: '/projects/:project/keys/:key/translations/:language',
    action: 'translations.save',
    summary: 'Save a translation based on a version; 409 stale-edit contains the current one',
    inApps: true,
    params: translationParams,
    body: z.object({
      /** Forms that stay as they are can be longer than new ones. */
      forms: formsSchema,
      state: stateSchema.optional(),
      baseVersion: z.number().int().min(0),
      sourceVersion: seenSourceSchema,
      approveFailing: approveFailingSchema,
    }),
    bodyLimit: TEXT_BODY_BYTES,
    reply: doneSchema.extend({ translation: translationSchema }),
  }),
  bulkSave: route({
    method: 'POST',
    path: '/projects/:project/translations/texts',
    action: 'translations.bulk',
    summary:
      'Save many texts, each against its version, as one operation (10,000 at most); those that cannot be saved are left out and listed',
    params: projectParams,
    body: z.object({
      texts: z
        .array(
          z.object({
            keyId: z.number().int().positive(),
            language: languageSchema,
            forms: newFormsSchema,
            baseVersion: z.number().int().min(0),
            sourceVersion: seenSourceSchema,
          }),
        )
        .min(1)
        .max(LIMITS.bulkKeysMax),
      /** Leaves out texts with errors found by checks (a missing placeholder, a missing plural form). */
      requireChecks: z.boolean().default(false),
    }),
    bodyLimit: LIST_BODY_BYTES,
    reply: doneSchema.extend({ saved: z.array(translationSchema), refused: z.array(refusedTextSchema) }),
  }),
  history: route({
    method: 'GET',
    path: '/projects/:project/keys/:key/translations/:language/history',
    action: 'history.read',
    summary: 'List earlier versions of the translation, newest first',
    params: translationParams,
    reply: z.object({ history: z.array(historySchema) }),
  }),
  bulk: route({
    method: 'POST',
    path: '/projects/:project/translations/bulk',
    action: 'translations.bulk',
    summary: 'Set the state of, clear, or copy the source into many strings as one operation',
    params: projectParams,
    body: z.object({
      language: languageSchema,
      /** Keys by id, or all that match a search. */
      select: z.union([
        z.object({ keys: z.array(z.number().int().positive()).min(1).max(LIMITS.bulkKeysMax) }),
        z.object({ q: z.string().max(LIMITS.queryMax) }),
      ]),
      act: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('set-state'), state: z.enum(['draft', 'translated', 'reviewed']) }),
        z.object({ kind: z.literal('clear') }),
        z.object({ kind: z.literal('copy-source') }),
      ]),
    }),
    bodyLimit: LIST_BODY_BYTES,
    reply: jobDoneSchema.extend({
      changed: z.number(),
      /** Texts that were not set to reviewed because checks find errors in them. */
      failing: z.number(),
    }),
  }),
}

import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { route } from '../route.ts'
import {
  actorSchema,
  doneSchema,
  formsSchema,
  issueSchema,
  keyIdSchema,
  keySchema,
  languageSchema,
  operationSchema,
  pageQuery,
  projectParams,
  stateSchema,
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
  /** Who wrote the words, where it was not the actor: of an accepted suggestion, or an approved text. */
  author: actorSchema.nullable(),
  at: timeSchema,
  forms: formsSchema,
  state: stateSchema,
  version: z.number(),
})
export type HistoryReply = z.output<typeof historySchema>

/**
 * A text of a bulk save that was left out, and why. `current` where somebody else has saved another text
 * meanwhile.
 */
const refusedTextSchema = z.object({
  keyId: z.number(),
  language: z.string(),
  code: z.enum(['stale-edit', 'failing-checks', 'not-allowed', 'not-found', 'gone']),
  issues: z.array(issueSchema.extend({ form: z.string() })),
  current: translationSchema.nullable(),
})
export type RefusedText = z.output<typeof refusedTextSchema>

export const translations = {
  page: route({
    method: 'GET',
    path: '/projects/:project/translations',
    action: 'project.read',
    summary: 'A page of strings with their source, for the editor',
    params: projectParams,
    query: z.object({
      ...pageQuery,
      language: languageSchema,
      /** Search query, e.g. `state:untranslated ns:checkout "exact words"`. */
      q: z.string().max(LIMITS.queryMax).optional(),
      /** Place of the first row in the filtered list; for jumps of the scroll bar. */
      offset: z.coerce.number().int().min(0).optional(),
      /** Key around which the page is wanted; the reply tells its offset. */
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
  get: route({
    method: 'GET',
    path: '/projects/:project/keys/:key/translations/:language',
    action: 'project.read',
    summary: 'One string with its source',
    params: translationParams,
    reply: editorRowSchema,
  }),
  save: route({
    method: 'PUT',
    path: '/projects/:project/keys/:key/translations/:language',
    action: 'translations.save',
    summary: 'Save a translation made against a version; 409 stale-edit carries the current one',
    params: translationParams,
    body: z.object({
      forms: formsSchema,
      state: stateSchema.optional(),
      baseVersion: z.number().int().min(0),
    }),
    reply: doneSchema.extend({ translation: translationSchema }),
  }),
  bulkSave: route({
    method: 'POST',
    path: '/projects/:project/translations/texts',
    action: 'translations.bulk',
    summary:
      'Save many texts, each against its version, as one operation (10,000 at most); those that cannot be saved are left out and named',
    params: projectParams,
    body: z.object({
      texts: z
        .array(
          z.object({
            keyId: z.number().int().positive(),
            language: languageSchema,
            forms: formsSchema,
            baseVersion: z.number().int().min(0),
          }),
        )
        .min(1)
        .max(LIMITS.bulkKeysMax),
      /** Leave out texts in which a check finds an error (a lost placeholder, a missing plural form). */
      requireChecks: z.boolean().default(false),
    }),
    reply: doneSchema.extend({ saved: z.array(translationSchema), refused: z.array(refusedTextSchema) }),
  }),
  history: route({
    method: 'GET',
    path: '/projects/:project/keys/:key/translations/:language/history',
    action: 'history.read',
    summary: 'What the translation said before, newest first',
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
    reply: doneSchema.extend({ changed: z.number() }),
  }),
}

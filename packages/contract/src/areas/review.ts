import { LIMITS, REVIEW_KINDS } from '@dragoman/core'
import { z } from 'zod'
import { route } from '../route.ts'
import {
  actorSchema,
  countsSchema,
  doneSchema,
  formsSchema,
  issueSchema,
  keySchema,
  languageSchema,
  pageQuery,
  projectParams,
  stateSchema,
  translationSchema,
} from '../schemas.ts'
import { reasonSchema, suggestionSchema } from './suggestions.ts'

const languageParams = projectParams.extend({ language: languageSchema })

const reviewItemSchema = z.object({
  on: z.enum(['text', 'suggestion']),
  kind: z.enum(REVIEW_KINDS),
  key: keySchema,
  source: translationSchema,
  /** The text as it stands. */
  target: translationSchema,
  /** What was reviewed last or stood there before; of a suggestion what stands there now. */
  before: z.object({ forms: formsSchema, state: stateSchema }).nullable(),
  /** The source text that the text was made for, where it is another now. */
  sourceBefore: formsSchema.nullable(),
  /** Open suggestions for the string, the one with most votes first. */
  suggestions: z.array(suggestionSchema),
})
export type ReviewItemReply = z.output<typeof reviewItemSchema>

const versionSchema = z.number().int().min(0)

/** A text or a suggestion with the versions that were seen of it. */
const chosenSchema = z.discriminatedUnion('on', [
  z.object({ on: z.literal('text'), keyId: z.number().int().positive(), baseVersion: versionSchema }),
  z.object({
    on: z.literal('suggestion'),
    id: z.number().int().positive(),
    version: versionSchema,
    /** Version of the text that it takes the place of. */
    baseVersion: versionSchema,
    /** What is saved instead, as the work of who accepts. */
    forms: formsSchema.optional(),
  }),
])
export type ChosenItem = z.output<typeof chosenSchema>

/** What was left out, and why. */
const refusedItemSchema = z.object({
  on: z.enum(['text', 'suggestion']),
  /** Of the key, or of the suggestion. */
  id: z.number(),
  code: z.enum([
    'stale-edit',
    'suggestion-changed',
    'already-decided',
    'failing-checks',
    'not-allowed',
    'not-found',
    'gone',
    'twice',
  ]),
  /** Why it is not allowed. */
  reason: z.string().nullable(),
  issues: z.array(issueSchema.extend({ form: z.string() })),
  /** The text and the suggestion as they are now. */
  current: translationSchema.nullable(),
  suggestion: suggestionSchema.nullable(),
})
export type RefusedItem = z.output<typeof refusedItemSchema>

const itemsSchema = z.array(chosenSchema).min(1).max(LIMITS.reviewItemsMax)

export const review = {
  languages: route({
    method: 'GET',
    path: '/projects/:project/review',
    action: 'history.read',
    summary: 'How much waits for a reviewer in each language',
    params: projectParams,
    reply: z.object({
      languages: z.array(
        z.object({
          tag: z.string(),
          /** Texts and strings with open suggestions. */
          waiting: z.number(),
          suggestions: z.number(),
          counts: countsSchema,
        }),
      ),
    }),
  }),
  counts: route({
    method: 'GET',
    path: '/projects/:project/review/:language/counts',
    action: 'history.read',
    summary: 'What waits in a language, by kind and by who wrote it; of a long queue its beginning',
    params: languageParams,
    reply: z.object({
      kinds: z.record(z.enum(REVIEW_KINDS), z.number()),
      authors: z.array(z.object({ actor: actorSchema, count: z.number() })),
      /** Only the beginning was counted. */
      atLeast: z.boolean(),
    }),
  }),
  page: route({
    method: 'GET',
    path: '/projects/:project/review/:language',
    action: 'history.read',
    summary:
      'What waits for a reviewer in a language: translated texts and open suggestions; a page may be short while there is a next one',
    params: languageParams,
    query: z.object({
      ...pageQuery,
      kind: z.enum(REVIEW_KINDS).optional(),
      /** Id of who wrote it; the name of somebody who has none. */
      author: z.string().max(LIMITS.nameMax).optional(),
      /** Words that are in the key, the source, the text, or what is proposed. */
      q: z.string().max(LIMITS.queryMax).optional(),
      order: z.enum(['oldest', 'newest']).default('oldest'),
    }),
    reply: z.object({ items: z.array(reviewItemSchema), next: z.string().nullable() }),
  }),
  approve: route({
    method: 'POST',
    path: '/projects/:project/review/:language/approve',
    action: 'suggestions.decide',
    summary:
      'Approve texts and accept suggestions as one operation; those that do not pass are left out and named',
    params: languageParams,
    body: z.object({
      items: itemsSchema,
      /** Leave out texts in which a check finds an error. */
      requireChecks: z.boolean().default(false),
    }),
    reply: doneSchema.extend({
      approved: z.array(translationSchema),
      refused: z.array(refusedItemSchema),
    }),
  }),
  reject: route({
    method: 'POST',
    path: '/projects/:project/review/:language/reject',
    action: 'suggestions.decide',
    summary:
      'Send texts back as drafts and reject suggestions as one operation, with a reason that reaches their authors',
    params: languageParams,
    body: z.object({
      items: itemsSchema,
      reason: reasonSchema,
      /** What the reviewer would write; for a single text. */
      proposed: formsSchema.optional(),
    }),
    reply: doneSchema.extend({ rejected: z.number(), refused: z.array(refusedItemSchema) }),
  }),
}

import { LIMITS, REVIEW_KINDS } from '@dragoman/core'
import { z } from 'zod'
import { LIST_BODY_BYTES, route } from '../route.ts'
import {
  actorSchema,
  approveFailingSchema,
  countsSchema,
  doneSchema,
  formsSchema,
  idSchema,
  keySchema,
  languageSchema,
  leftSchema,
  namespaceSchema,
  newFormsSchema,
  pageQuery,
  projectParams,
  reasonSchema,
  seenSourceSchema,
  stateSchema,
  textIssuesSchema,
  translationSchema,
  versionSchema,
} from '../schemas.ts'
import { jobSchema } from './jobs.ts'
import { suggestionSchema } from './suggestions.ts'

const languageParams = projectParams.extend({ language: languageSchema })

const reviewItemSchema = z.object({
  on: z.enum(['text', 'suggestion']),
  kind: z.enum(REVIEW_KINDS),
  /** Position in the queue: increases with each write, and is restored by an undo. */
  place: z.number(),
  key: keySchema,
  source: translationSchema,
  /** The current text. */
  target: translationSchema,
  /** The last reviewed text or, if there is none, the previous text; for suggestions, the current text. */
  before: z.object({ forms: formsSchema, state: stateSchema }).nullable(),
  /** The source text that was translated, if it has changed since. */
  sourceBefore: formsSchema.nullable(),
  /** Open suggestions for the string, those with most votes first. */
  suggestions: z.array(suggestionSchema),
})
export type ReviewItemReply = z.output<typeof reviewItemSchema>

/** A text or a suggestion, with the versions that the caller has seen. */
const chosenSchema = z.discriminatedUnion('on', [
  z.object({
    on: z.literal('text'),
    keyId: z.number().int().positive(),
    baseVersion: versionSchema,
    sourceVersion: seenSourceSchema,
  }),
  z.object({
    on: z.literal('suggestion'),
    id: z.number().int().positive(),
    version: versionSchema,
    /** Version of the text that it replaces. */
    baseVersion: versionSchema,
    sourceVersion: seenSourceSchema,
    /** Saved instead, with the caller as the author. */
    forms: newFormsSchema.optional(),
  }),
])
export type ChosenItem = z.output<typeof chosenSchema>

/** An item that was left out, and why. */
const refusedItemSchema = z.object({
  on: z.enum(['text', 'suggestion']),
  /** Id of the key or the suggestion. */
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
  issues: textIssuesSchema,
  /** The current text and suggestion. */
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
    summary:
      'Count what is left to translate and review in each language, in the namespaces in which the caller works',
    params: projectParams,
    reply: z.object({
      languages: z.array(
        z.object({
          tag: z.string(),
          counts: countsSchema,
          left: leftSchema,
        }),
      ),
    }),
  }),
  counts: route({
    method: 'GET',
    path: '/projects/:project/review/:language/counts',
    action: 'history.read',
    summary:
      'Count what is waiting for review in a language, in the namespaces in which the caller reviews, by kind and author; only the start of a long queue is counted',
    params: languageParams,
    reply: z.object({
      kinds: z.record(z.enum(REVIEW_KINDS), z.number()),
      authors: z.array(z.object({ actor: actorSchema, count: z.number() })),
      /** True: only the beginning of the queue was counted. */
      atLeast: z.boolean(),
    }),
  }),
  page: route({
    method: 'GET',
    path: '/projects/:project/review/:language',
    action: 'history.read',
    summary:
      'List what is waiting for review in a language, in the namespaces in which the caller reviews: translated texts and open suggestions; a page may be short even if there is a next one',
    params: languageParams,
    query: z.object({
      ...pageQuery,
      kind: z.enum(REVIEW_KINDS).optional(),
      /** Id of the author, or the name of one without id. */
      author: z.string().max(LIMITS.nameMax).optional(),
      /** Words in the key, the source, the text or a suggestion, and `is:failing`. */
      q: z.string().max(LIMITS.queryMax).optional(),
      /** Only strings of this task. */
      task: idSchema.optional(),
      order: z.enum(['oldest', 'newest']).default('oldest'),
    }),
    reply: z.object({
      items: z.array(reviewItemSchema),
      next: z.string().nullable(),
      /** The position of the newest write: later writes have a greater one. */
      lastPlace: z.number(),
    }),
  }),
  approve: route({
    method: 'POST',
    path: '/projects/:project/review/:language/approve',
    action: 'suggestions.decide',
    summary:
      'Approve texts and accept suggestions as one operation; those that are refused are left out and listed',
    params: languageParams,
    body: z.object({
      items: itemsSchema,
      approveFailing: approveFailingSchema,
    }),
    bodyLimit: LIST_BODY_BYTES,
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
      'Reject texts (which become drafts) and suggestions as one operation, with a reason that is sent to their authors',
    params: languageParams,
    body: z.object({
      items: itemsSchema,
      reason: reasonSchema,
      /** The text that the reviewer suggests; only for a single text. */
      proposed: newFormsSchema.optional(),
    }),
    bodyLimit: LIST_BODY_BYTES,
    reply: doneSchema.extend({ rejected: z.number(), refused: z.array(refusedItemSchema) }),
  }),
  imported: route({
    method: 'GET',
    path: '/projects/:project/imported-texts',
    action: 'history.read',
    summary: 'List how many translations from files wait for their first review, by language',
    params: projectParams,
    reply: z.object({ languages: z.array(z.object({ tag: z.string(), count: z.number() })) }),
  }),
  approveImported: route({
    method: 'POST',
    path: '/projects/:project/imported-texts',
    action: 'translations.review',
    summary:
      'Count all translations from files as reviewed, as one operation of a background job; its result says how many were left because they fail a check, or someone else has to review them',
    params: projectParams,
    body: z.object({
      languages: z.array(languageSchema).min(1).max(LIMITS.limitedToMax),
      /** Only texts of this namespace. */
      namespace: namespaceSchema.optional(),
    }),
    reply: jobSchema,
  }),
}

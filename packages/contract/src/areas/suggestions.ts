import { LIMITS, REJECTION_REASONS, SUGGESTION_STATES } from '@dragoman/core'
import { z } from 'zod'
import { route } from '../route.ts'
import {
  actorSchema,
  doneSchema,
  formsSchema,
  idSchema,
  keyIdSchema,
  languageSchema,
  projectParams,
  timeSchema,
  translationSchema,
} from '../schemas.ts'

export const reasonSchema = z.object({
  kind: z.enum(REJECTION_REASONS),
  text: z.string().max(LIMITS.reasonMax),
})

export const suggestionSchema = z.object({
  id: z.number(),
  keyId: z.number(),
  language: z.string(),
  forms: formsSchema,
  note: z.string(),
  author: actorSchema,
  state: z.enum(SUGGESTION_STATES),
  /** Version of the text that stood there when it was proposed. */
  textVersion: z.number(),
  version: z.number(),
  /** A few of those who voted for it; `votes` counts all. */
  voters: z.array(actorSchema),
  votes: z.number(),
  createdAt: timeSchema,
  decision: z
    .object({
      by: actorSchema,
      at: timeSchema,
      /** Why it was rejected; null: it was accepted. */
      reason: reasonSchema.nullable(),
      operationId: z.number().nullable(),
    })
    .nullable(),
})
export type SuggestionReply = z.output<typeof suggestionSchema>

const rejectionSchema = z.object({
  id: z.number(),
  keyId: z.number(),
  language: z.string(),
  /** The text as it was, and who had written it. */
  textVersion: z.number(),
  forms: formsSchema,
  author: actorSchema.nullable(),
  by: actorSchema,
  at: timeSchema,
  reason: reasonSchema,
  /** What the reviewer would write. */
  proposed: formsSchema.nullable(),
})
export type RejectionReply = z.output<typeof rejectionSchema>

const visitorNameSchema = z.string().trim().min(1).max(LIMITS.nameMax)
const addressSchema = z.email().max(LIMITS.addressMax)

const stringParams = projectParams.extend({ key: keyIdSchema, language: languageSchema })
const suggestionParams = projectParams.extend({ suggestion: idSchema })
const noteSchema = z.string().max(LIMITS.suggestionNoteMax).default('')
const versionSchema = z.number().int().min(0)

export const suggestions = {
  list: route({
    method: 'GET',
    path: '/projects/:project/keys/:key/translations/:language/suggestions',
    action: 'project.read',
    summary: 'Suggestions for a string, open ones first, and what was sent back of it',
    params: stringParams,
    reply: z.object({ suggestions: z.array(suggestionSchema), rejections: z.array(rejectionSchema) }),
  }),
  counts: route({
    method: 'GET',
    path: '/projects/:project/suggestions/counts',
    action: 'project.read',
    summary: 'How many suggestions are open in a language, of those of the keys that have any',
    params: projectParams,
    query: z.object({
      /** Ids, comma-separated; 500 at most. */
      keys: z.string().max(LIMITS.pageMax * 17),
      language: languageSchema,
    }),
    reply: z.object({ counts: z.array(z.object({ keyId: z.number(), suggestions: z.number() })) }),
  }),
  add: route({
    method: 'POST',
    path: '/projects/:project/keys/:key/translations/:language/suggestions',
    action: 'suggestions.add',
    summary: 'Propose a text for a string',
    params: stringParams,
    body: z.object({
      forms: formsSchema,
      note: noteSchema,
      /** Of somebody without an account, where the project is open for their suggestions; the address is never shown. */
      visitor: z
        .object({
          name: visitorNameSchema,
          /** Where the project asks for one. */
          address: addressSchema.optional(),
          /** That the address was confirmed, of `confirmVisitor`, where the project asks for that. */
          pass: z.string().max(200).optional(),
        })
        .optional(),
    }),
    reply: suggestionSchema,
  }),
  askVisitorCode: route({
    method: 'POST',
    path: '/projects/:project/visitors/code',
    action: 'suggestions.add',
    summary: 'Have a code sent to an address, by which somebody without an account confirms it',
    params: projectParams,
    body: z.object({
      name: visitorNameSchema,
      address: addressSchema,
      /** Of the interface: what the mail is written in. */
      language: z.string().max(35).optional(),
    }),
    /** False: this server sends no mails, and asks for no confirmation. */
    reply: z.object({ isSent: z.boolean() }),
  }),
  confirmVisitor: route({
    method: 'POST',
    path: '/projects/:project/visitors/confirmation',
    action: 'suggestions.add',
    summary: 'Confirm an address with the code that was sent to it',
    params: projectParams,
    body: z.object({ address: addressSchema, code: z.string().trim().min(1).max(20) }),
    reply: z.object({ pass: z.string() }),
  }),
  edit: route({
    method: 'PATCH',
    path: '/projects/:project/suggestions/:suggestion',
    action: 'suggestions.add',
    summary: 'Change one’s own suggestion while it is open; votes for its former words are gone',
    params: suggestionParams,
    body: z.object({ forms: formsSchema, note: noteSchema, baseVersion: versionSchema }),
    reply: suggestionSchema,
  }),
  withdraw: route({
    method: 'DELETE',
    path: '/projects/:project/suggestions/:suggestion',
    action: 'suggestions.add',
    summary: 'Take back one’s own suggestion while it is open',
    params: suggestionParams,
    reply: suggestionSchema,
  }),
  vote: route({
    method: 'PUT',
    path: '/projects/:project/suggestions/:suggestion/vote',
    action: 'suggestions.add',
    summary: 'Vote for a suggestion of somebody else’s, or take the vote back',
    params: suggestionParams,
    body: z.object({ isFor: z.boolean() }),
    reply: suggestionSchema,
  }),
  accept: route({
    method: 'POST',
    path: '/projects/:project/suggestions/:suggestion/accept',
    action: 'suggestions.decide',
    summary:
      'Save a suggestion as its author’s work, or other words in its place; 409 stale-edit carries the current text',
    params: suggestionParams,
    body: z.object({
      /** Version of the suggestion, and of the text it takes the place of, as they were seen. */
      version: versionSchema,
      baseVersion: versionSchema,
      /** What is saved instead, as the work of who accepts. */
      forms: formsSchema.optional(),
    }),
    reply: doneSchema.extend({ suggestion: suggestionSchema, translation: translationSchema }),
  }),
  reject: route({
    method: 'POST',
    path: '/projects/:project/suggestions/:suggestion/reject',
    action: 'suggestions.decide',
    summary: 'Reject a suggestion with a reason that reaches its author',
    params: suggestionParams,
    body: z.object({ version: versionSchema, reason: reasonSchema }),
    reply: doneSchema.extend({ suggestion: suggestionSchema }),
  }),
}

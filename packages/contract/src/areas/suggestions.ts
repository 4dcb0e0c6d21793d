import { LIMITS, SUGGESTION_STATES } from '@dragoman/core'
import { z } from 'zod'
import { route, TEXT_BODY_BYTES } from '../route.ts'
import {
  actorSchema,
  approveFailingSchema,
  doneSchema,
  formsSchema,
  idSchema,
  keyIdSchema,
  languageSchema,
  nameSchema,
  newFormsSchema,
  projectParams,
  reasonSchema,
  seenSourceSchema,
  timeSchema,
  translationSchema,
  versionSchema,
} from '../schemas.ts'

export const suggestionSchema = z.object({
  id: z.number(),
  keyId: z.number(),
  language: z.string(),
  forms: formsSchema,
  note: z.string(),
  author: actorSchema,
  state: z.enum(SUGGESTION_STATES),
  /** Version of the text when it was suggested. */
  textVersion: z.number(),
  version: z.number(),
  /** Some of the people who voted for it, the caller among them; `votes` counts all. */
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
  /** The rejected text, and its author. */
  textVersion: z.number(),
  forms: formsSchema,
  author: actorSchema.nullable(),
  by: actorSchema,
  at: timeSchema,
  reason: reasonSchema,
  /** The text that the reviewer suggests. */
  proposed: formsSchema.nullable(),
})
export type RejectionReply = z.output<typeof rejectionSchema>

const addressSchema = z.email().max(LIMITS.addressMax)

const stringParams = projectParams.extend({ key: keyIdSchema, language: languageSchema })
const suggestionParams = projectParams.extend({ suggestion: idSchema })
const noteSchema = z.string().max(LIMITS.suggestionNoteMax).default('')

export const suggestions = {
  list: route({
    method: 'GET',
    path: '/projects/:project/keys/:key/translations/:language/suggestions',
    action: 'project.read',
    summary: 'List the suggestions for a string, open ones first, and its rejections',
    params: stringParams,
    reply: z.object({ suggestions: z.array(suggestionSchema), rejections: z.array(rejectionSchema) }),
  }),
  counts: route({
    method: 'GET',
    path: '/projects/:project/suggestions/counts',
    action: 'project.read',
    summary: 'Count the open suggestions of keys in a language; keys without any are left out',
    params: projectParams,
    query: z.object({
      /** Ids, comma-separated; at most 500. */
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
    inApps: true,
    params: stringParams,
    body: z.object({
      forms: newFormsSchema,
      note: noteSchema,
      /**
       * A visitor without an account, if the project accepts their suggestions; the address is never shown.
       */
      visitor: z
        .object({
          name: nameSchema,
          /** If the project requires one. */
          address: addressSchema.optional(),
          /** Proof from `confirmVisitor` that the address was confirmed, if the project requires that. */
          pass: z.string().max(200).optional(),
        })
        .optional(),
    }),
    bodyLimit: TEXT_BODY_BYTES,
    reply: suggestionSchema,
  }),
  requestVisitorCode: route({
    method: 'POST',
    path: '/projects/:project/visitors/code',
    action: 'suggestions.add',
    summary: 'Send a code to an email address, so that a person without an account can confirm it',
    params: projectParams,
    body: z.object({
      name: nameSchema,
      address: addressSchema,
      /** Language of the interface, used for the email. */
      language: z.string().max(35).optional(),
    }),
    /** False: this server does not send emails, and needs no confirmation. */
    reply: z.object({ isSent: z.boolean() }),
  }),
  confirmVisitor: route({
    method: 'POST',
    path: '/projects/:project/visitors/confirmation',
    action: 'suggestions.add',
    summary: 'Confirm an email address with the code that was sent to it',
    params: projectParams,
    body: z.object({ address: addressSchema, code: z.string().trim().min(1).max(20) }),
    reply: z.object({ pass: z.string() }),
  }),
  edit: route({
    method: 'PATCH',
    path: '/projects/:project/suggestions/:suggestion',
    action: 'suggestions.add',
    summary: 'Change your own suggestion while it is open; its votes are removed',
    params: suggestionParams,
    body: z.object({ forms: newFormsSchema, note: noteSchema, baseVersion: versionSchema }),
    bodyLimit: TEXT_BODY_BYTES,
    reply: suggestionSchema,
  }),
  withdraw: route({
    method: 'DELETE',
    path: '/projects/:project/suggestions/:suggestion',
    action: 'suggestions.add',
    summary: 'Withdraw your own suggestion while it is open',
    params: suggestionParams,
    reply: suggestionSchema,
  }),
  vote: route({
    method: 'PUT',
    path: '/projects/:project/suggestions/:suggestion/vote',
    action: 'suggestions.add',
    summary: 'Vote for someone else’s suggestion, or remove the vote',
    params: suggestionParams,
    body: z.object({ isFor: z.boolean() }),
    reply: suggestionSchema,
  }),
  accept: route({
    method: 'POST',
    path: '/projects/:project/suggestions/:suggestion/accept',
    action: 'suggestions.decide',
    summary:
      'Accept a suggestion as its author’s work, or with changed words; 409 stale-edit contains the current text',
    params: suggestionParams,
    body: z.object({
      /** Versions of the suggestion and of the text it replaces that the caller has seen. */
      version: versionSchema,
      baseVersion: versionSchema,
      sourceVersion: seenSourceSchema,
      /** Saved instead, with the caller as the author. */
      forms: newFormsSchema.optional(),
      approveFailing: approveFailingSchema,
    }),
    bodyLimit: TEXT_BODY_BYTES,
    reply: doneSchema.extend({ suggestion: suggestionSchema, translation: translationSchema }),
  }),
  reject: route({
    method: 'POST',
    path: '/projects/:project/suggestions/:suggestion/reject',
    action: 'suggestions.decide',
    summary: 'Reject a suggestion with a reason that is sent to its author',
    params: suggestionParams,
    body: z.object({ version: versionSchema, reason: reasonSchema }),
    reply: doneSchema.extend({ suggestion: suggestionSchema }),
  }),
}

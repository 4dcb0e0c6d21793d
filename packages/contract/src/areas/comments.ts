import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { route } from '../route.ts'
import {
  actorSchema,
  idSchema,
  keyIdSchema,
  languageSchema,
  memberRefSchema,
  pageQuery,
  projectParams,
  timeSchema,
} from '../schemas.ts'

const keyParams = projectParams.extend({ key: keyIdSchema })
const commentParams = projectParams.extend({ comment: idSchema })

const textSchema = z
  .string()
  .max(LIMITS.commentMax)
  .refine((text) => text.trim() !== '')

/** A person or group that a comment mentions: `ref` as in the text, `name` as they are called now. */
const mentionSchema = z.object({ ref: z.string(), name: z.string() })

const commentSchema = z.object({
  id: z.number(),
  keyId: z.number(),
  /** Null: for all languages. */
  language: z.string().nullable(),
  /** The first comment of the thread. */
  threadId: z.number(),
  actor: actorSchema,
  /** Markdown, with mentions such as `@[Klara Busch](user:3)`; empty if the comment was removed. */
  text: z.string(),
  kind: z.enum(['comment', 'question']),
  mentions: z.array(mentionSchema),
  version: z.number(),
  createdAt: timeSchema,
  editedAt: timeSchema.nullable(),
  removedAt: timeSchema.nullable(),
})
export type CommentReply = z.output<typeof commentSchema>

const threadSchema = z.object({
  first: commentSchema,
  resolved: z.object({ at: timeSchema, by: actorSchema }).nullable(),
  /** Number of answers. */
  answerCount: z.number(),
  /** The newest answers, oldest first. */
  answers: z.array(commentSchema),
})
export type CommentThreadReply = z.output<typeof threadSchema>

const countsSchema = z.object({ keyId: z.number(), comments: z.number(), questions: z.number() })

/** A person or group that can be mentioned. */
const candidateSchema = z.object({
  ref: memberRefSchema('user', 'group'),
  name: z.string(),
  /** Role in the project; null: an owner of the instance. */
  role: z.string().nullable(),
})
export type MentionCandidate = z.output<typeof candidateSchema>

/** The response to a new or edited comment. */
const writtenSchema = z.object({
  comment: commentSchema,
  /** People who are mentioned, but have no access to the project: they are not notified. */
  cannotSee: z.array(z.string()),
})

export const comments = {
  list: route({
    method: 'GET',
    path: '/projects/:project/keys/:key/comments',
    action: 'history.read',
    summary:
      'List the threads of a key: open ones first, newest first. With a language, its own, those for all, and open questions of all languages',
    params: keyParams,
    query: z.object({ ...pageQuery, language: languageSchema.optional() }),
    reply: z.object({ threads: z.array(threadSchema), next: z.string().nullable() }),
  }),
  counts: route({
    method: 'GET',
    path: '/projects/:project/comments/counts',
    action: 'history.read',
    summary: 'Count comments in open threads, and open questions, by key; keys without any are left out',
    params: projectParams,
    query: z.object({
      /** Ids, comma-separated; at most 500. */
      keys: z.string().max(LIMITS.pageMax * 17),
      language: languageSchema.optional(),
    }),
    reply: z.object({ counts: z.array(countsSchema) }),
  }),
  questions: route({
    method: 'GET',
    path: '/projects/:project/comments/questions',
    action: 'history.read',
    summary: 'List open questions to the developers, newest first',
    params: projectParams,
    query: z.object(pageQuery),
    reply: z.object({ questions: z.array(commentSchema), next: z.string().nullable() }),
  }),
  candidates: route({
    method: 'GET',
    path: '/projects/:project/comments/candidates',
    action: 'members.read',
    summary: 'Find members and groups to mention, by the start of a word of their name',
    params: projectParams,
    query: z.object({ q: z.string().max(LIMITS.nameMax).default('') }),
    reply: z.object({ candidates: z.array(candidateSchema) }),
  }),
  thread: route({
    method: 'GET',
    path: '/projects/:project/comments/:comment',
    action: 'history.read',
    summary: 'Get the thread that a comment belongs to',
    params: commentParams,
    reply: threadSchema,
  }),
  answers: route({
    method: 'GET',
    path: '/projects/:project/comments/:comment/answers',
    action: 'history.read',
    summary: 'List replies of a thread, older than a given one, oldest first',
    params: commentParams,
    query: z.object({ before: idSchema.optional(), limit: pageQuery.limit }),
    reply: z.object({ answers: z.array(commentSchema), hasOlder: z.boolean() }),
  }),
  add: route({
    method: 'POST',
    path: '/projects/:project/keys/:key/comments',
    action: 'comments.add',
    summary: 'Start a thread on a key, for one language or for all',
    inApps: true,
    params: keyParams,
    body: z.object({
      text: textSchema,
      language: languageSchema.nullable(),
      kind: z.enum(['comment', 'question']).default('comment'),
    }),
    reply: writtenSchema,
  }),
  answer: route({
    method: 'POST',
    path: '/projects/:project/comments/:comment/answers',
    action: 'comments.add',
    summary: 'Reply in the thread of a comment',
    params: commentParams,
    body: z.object({ text: textSchema }),
    reply: writtenSchema,
  }),
  edit: route({
    method: 'PATCH',
    path: '/projects/:project/comments/:comment',
    action: 'comments.add',
    summary: 'Change your own comment; 409 stale-comment if it has changed since',
    params: commentParams,
    body: z.object({ text: textSchema, baseVersion: z.number().int() }),
    reply: writtenSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/:project/comments/:comment',
    action: 'comments.add',
    summary: 'Remove a comment: your own, or anyone’s with moderation rights',
    params: commentParams,
    reply: z.object({}),
  }),
  resolve: route({
    method: 'POST',
    path: '/projects/:project/comments/:comment/resolve',
    action: 'comments.add',
    summary: 'Resolve the thread of a comment, or reopen it',
    params: commentParams,
    body: z.object({ resolved: z.boolean() }),
    reply: threadSchema,
  }),
}

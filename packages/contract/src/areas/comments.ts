import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { route } from '../route.ts'
import {
  actorSchema,
  idSchema,
  keyIdSchema,
  languageSchema,
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

/** Somebody whom a comment mentions: `ref` as the text has it, `name` as they are called now. */
const mentionSchema = z.object({ ref: z.string(), name: z.string() })

const commentSchema = z.object({
  id: z.number(),
  keyId: z.number(),
  /** Null: for all languages. */
  language: z.string().nullable(),
  /** The first comment of the thread. */
  threadId: z.number(),
  actor: actorSchema,
  /** Markdown, with mentions such as `@[Klara Busch](user:3)`; empty where the comment was removed. */
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
  /** How many answers there are. */
  answerCount: z.number(),
  /** The newest of them, oldest first. */
  answers: z.array(commentSchema),
})
export type CommentThreadReply = z.output<typeof threadSchema>

const countsSchema = z.object({ keyId: z.number(), comments: z.number(), questions: z.number() })

/** A person or group that can be mentioned. */
const candidateSchema = z.object({
  ref: z.string(),
  name: z.string(),
  /** What they are in the project; null: an owner of the installation. */
  role: z.string().nullable(),
})
export type MentionCandidate = z.output<typeof candidateSchema>

/** What came of a comment that was written. */
const writtenSchema = z.object({
  comment: commentSchema,
  /** Mentioned in it, but without access to the project: they are not told. */
  cannotSee: z.array(z.string()),
})

export const comments = {
  list: route({
    method: 'GET',
    path: '/projects/:project/keys/:key/comments',
    action: 'history.read',
    summary:
      'Threads of a key: open ones first, the newest first. With a language, its own and those for all',
    params: keyParams,
    query: z.object({ ...pageQuery, language: languageSchema.optional() }),
    reply: z.object({ threads: z.array(threadSchema), next: z.string().nullable() }),
  }),
  counts: route({
    method: 'GET',
    path: '/projects/:project/comments/counts',
    action: 'history.read',
    summary: 'Comments in open threads, and open questions, of those of the keys that have any',
    params: projectParams,
    query: z.object({
      /** Ids, comma-separated; 500 at most. */
      keys: z.string().max(LIMITS.pageMax * 17),
      language: languageSchema.optional(),
    }),
    reply: z.object({ counts: z.array(countsSchema) }),
  }),
  questions: route({
    method: 'GET',
    path: '/projects/:project/comments/questions',
    action: 'history.read',
    summary: 'Open questions to the developers, the newest first',
    params: projectParams,
    query: z.object(pageQuery),
    reply: z.object({ questions: z.array(commentSchema), next: z.string().nullable() }),
  }),
  candidates: route({
    method: 'GET',
    path: '/projects/:project/comments/candidates',
    action: 'members.read',
    summary: 'Members and groups that a mention can name, by the beginning of a word of their name',
    params: projectParams,
    query: z.object({ q: z.string().max(LIMITS.nameMax).default('') }),
    reply: z.object({ candidates: z.array(candidateSchema) }),
  }),
  thread: route({
    method: 'GET',
    path: '/projects/:project/comments/:comment',
    action: 'history.read',
    summary: 'The thread that a comment belongs to',
    params: commentParams,
    reply: threadSchema,
  }),
  answers: route({
    method: 'GET',
    path: '/projects/:project/comments/:comment/answers',
    action: 'history.read',
    summary: 'Answers of a thread, older than one of them, oldest first',
    params: commentParams,
    query: z.object({ before: idSchema.optional(), limit: pageQuery.limit }),
    reply: z.object({ answers: z.array(commentSchema), hasOlder: z.boolean() }),
  }),
  add: route({
    method: 'POST',
    path: '/projects/:project/keys/:key/comments',
    action: 'comments.add',
    summary: 'Begin a thread on a key, for one language or for all',
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
    summary: 'Answer in the thread of a comment',
    params: commentParams,
    body: z.object({ text: textSchema }),
    reply: writtenSchema,
  }),
  edit: route({
    method: 'PATCH',
    path: '/projects/:project/comments/:comment',
    action: 'comments.add',
    summary: 'Change what one has written oneself; 409 stale-comment where it changed since',
    params: commentParams,
    body: z.object({ text: textSchema, baseVersion: z.number().int() }),
    reply: writtenSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/:project/comments/:comment',
    action: 'comments.add',
    summary: 'Remove a comment: one’s own, or anybody’s for who may moderate',
    params: commentParams,
    reply: z.object({}),
  }),
  resolve: route({
    method: 'POST',
    path: '/projects/:project/comments/:comment/resolve',
    action: 'comments.add',
    summary: 'Settle the thread of a comment, or open it again',
    params: commentParams,
    body: z.object({ resolved: z.boolean() }),
    reply: threadSchema,
  }),
}

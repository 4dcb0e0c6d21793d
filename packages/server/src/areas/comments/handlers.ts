import { commentAnswers, commentCounts, commentThreads, openQuestions } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { idsIn } from '../ids-in.ts'
import { commentOf, presentThread } from './find-comment.ts'
import { mentionCandidates } from './mention-candidates.ts'
import { presentComments, presentThreads } from './present-comment.ts'
import { writeCommentsHandlers } from './write-handlers.ts'

export function commentsHandlers(deps: Deps): Handlers['comments'] {
  return {
    list: ({ query, read }) =>
      read(async (r, { project, key }) => {
        const { threads, next } = await commentThreads(r, {
          projectId: project.id,
          keyId: key.id,
          language: query.language ?? null,
          limit: query.limit,
          cursor: query.cursor ?? null,
        })
        return { threads: await presentThreads(r, threads), next }
      }),

    thread: ({ params, read }) =>
      read(async (r, { project }) => {
        const comment = await commentOf(r, project, params.comment)
        return presentThread(r, project, comment.threadId)
      }),

    answers: ({ params, query, read }) =>
      read(async (r, { project }) => {
        const comment = await commentOf(r, project, params.comment)
        const { answers, hasOlder } = await commentAnswers(r, {
          threadId: comment.threadId,
          before: query.before ?? null,
          limit: query.limit,
        })
        return { answers: await presentComments(r, answers), hasOlder }
      }),

    counts: ({ query, read }) =>
      read(async (r, { project }) => {
        const counts = await commentCounts(r, {
          projectId: project.id,
          keyIds: idsIn(query.keys),
          language: query.language ?? null,
        })
        return { counts: [...counts] }
      }),

    questions: ({ query, read }) =>
      read(async (r, { project }) => {
        const { limit, cursor = null } = query
        const { questions, next } = await openQuestions(r, { projectId: project.id, limit, cursor })
        return { questions: await presentComments(r, questions), next }
      }),

    candidates: ({ query, read }) =>
      read(async (r, { project }) => {
        return { candidates: await mentionCandidates(r, project.id, query.q) }
      }),

    ...writeCommentsHandlers(deps),
  }
}

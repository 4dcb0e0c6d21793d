import { Failure } from '@dragoman/contract'
import { explainInThread, type TextAction } from '@dragoman/core'
import {
  addComment,
  answerComment,
  type CommentRow,
  editComment,
  keyById,
  listLanguages,
  type ProjectRow,
  type Reader,
  removeComment,
  resolveThread,
} from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import { requireOnText } from '../../access/require-on-text.ts'
import { requireLanguage } from '../../access/require-rows.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { commentOf, noComment, presentThread } from './find-comment.ts'
import { sortMentions } from './mentions.ts'
import { presentComment } from './present-comment.ts'

/** Writing, answering and removing comments, and resolving their threads. */
export function writeCommentsHandlers({
  now,
}: Deps): Pick<Handlers['comments'], 'add' | 'answer' | 'edit' | 'remove' | 'resolve'> {
  const signed = (caller: Caller) => {
    const { id, name } = requireActor(caller)
    return { by: { id, name }, at: now().toISOString() }
  }
  return {
    add: ({ body, caller, write }) =>
      write(async (w, { project, key }) => {
        const { language, kind, text } = body
        if (language !== null) await requireLanguage(w, project, language)
        const { id: projectId } = project
        requireOnText(caller, 'comments.add', { projectId, language, namespace: key.namespace })
        const { mentions, cannotSee } = await sortMentions(w, projectId, text)
        const row = await addComment(w, {
          ...signed(caller),
          projectId,
          keyId: key.id,
          language,
          kind,
          text,
          mentions,
        })
        return { comment: await presentComment(w, row), cannotSee }
      }),

    answer: ({ params, body, caller, write }) =>
      write(async (w, { project }) => {
        const comment = await commentOf(w, project, params.comment)
        await requireInThread(w, caller, 'comments.add', project, comment)
        const { mentions, cannotSee } = await sortMentions(w, project.id, body.text)
        const row = await answerComment(w, comment.threadId, {
          ...signed(caller),
          projectId: project.id,
          text: body.text,
          mentions,
        })
        if (row === null) throw noComment()
        return { comment: await presentComment(w, row), cannotSee }
      }),

    edit: ({ params, body, caller, write }) =>
      write(async (w, { project }) => {
        const comment = await commentOf(w, project, params.comment)
        await requireInThread(w, caller, 'comments.add', project, comment)
        if (!isOwn(comment, caller)) throw new Failure('not-allowed', { reason: 'not-yours' })
        const { mentions, cannotSee } = await sortMentions(w, project.id, body.text)
        const { text, baseVersion } = body
        const row = await editComment(w, comment, { ...signed(caller), text, mentions, baseVersion })
        if (row === null) throw new Failure('stale-comment')
        return { comment: await presentComment(w, row), cannotSee }
      }),

    remove: ({ params, caller, write }) =>
      write(async (w, { project }) => {
        const comment = await commentOf(w, project, params.comment)
        const action = isOwn(comment, caller) ? 'comments.add' : 'comments.moderate'
        await requireInThread(w, caller, action, project, comment)
        await removeComment(w, comment, signed(caller))
        return {}
      }),

    resolve: ({ params, body, caller, write }) =>
      write(async (w, { project }) => {
        const comment = await commentOf(w, project, params.comment)
        await requireInThread(w, caller, 'comments.add', project, comment)
        await resolveThread(w, comment.threadId, { ...signed(caller), isResolved: body.resolved })
        return presentThread(w, project, comment.threadId)
      }),
  }
}

function isOwn({ actor }: CommentRow, caller: Caller): boolean {
  return actor.id !== null && actor.id === caller.actor?.id
}

/** Throws `not-allowed` if someone cannot take part in a thread. */
async function requireInThread(
  r: Reader,
  caller: Caller,
  action: TextAction,
  { id: projectId }: ProjectRow,
  comment: CommentRow,
): Promise<void> {
  // The namespace of a deleted key is unknown, so access to all namespaces is required.
  const key = await keyById(r, projectId, comment.keyId)
  const namespace = key?.namespace ?? null
  const { language } = comment
  const languages = language === null ? (await listLanguages(r, projectId)).map(({ tag }) => tag) : []
  const refusal = explainInThread(caller.actor, action, { projectId, language, namespace, languages })
  if (refusal !== null) throw new Failure('not-allowed', { reason: refusal })
}

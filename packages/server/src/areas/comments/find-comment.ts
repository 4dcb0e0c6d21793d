import { Failure } from '@dragoman/contract'
import { type CommentRow, commentById, commentThread, type ProjectRow, type Reader } from '@dragoman/store'
import { presentThreads } from './present-comment.ts'

export async function presentThread(r: Reader, project: ProjectRow, threadId: number) {
  const thread = await commentThread(r, project.id, threadId)
  const [shown] = thread ? await presentThreads(r, [thread]) : []
  if (shown === undefined) throw noComment()
  return shown
}

export async function commentOf(r: Reader, project: ProjectRow, id: number): Promise<CommentRow> {
  const comment = await commentById(r, project.id, id)
  if (comment === null) throw noComment()
  return comment
}

export function noComment(): Failure {
  return new Failure('not-found', { what: 'comment' })
}

import { Failure, type OperationReply } from '@dragoman/contract'
import { keyById, type NotificationRow, type ProjectRow, rejectionById, type Writer } from '@dragoman/store'
import { allowFor } from '../../access/allow-for.ts'
import { principalNow, requesterOf } from '../../access/requester-of.ts'
import type { Caller } from '../../http/caller.ts'
import { runOperation } from '../run-operation.ts'

/**
 * Replaces a rejected text by the one its reviewer proposed. The words are the reviewer's, and count as
 * reviewed as long as the reviewer may review the text: two people agree on them, so they need not wait for a
 * third. Throws `not-found` if nothing was proposed or the rejection was undone, `stale-edit` if the text has
 * changed.
 */
export async function takeWording(
  w: Writer,
  caller: Caller,
  {
    project,
    row,
    baseVersion,
    at,
  }: {
    readonly project: ProjectRow
    readonly row: NotificationRow
    readonly baseVersion: number
    readonly at: string
  },
): Promise<{ readonly operation: OperationReply | null }> {
  const isRejection = row.kind === 'translation-rejected' && row.subjectId !== null
  const rejection = isRejection ? await rejectionById(w, project.id, row.subjectId) : null
  const key = rejection && (await keyById(w, project.id, rejection.keyId))
  if (rejection === null || rejection.proposed === null || key === null)
    throw new Failure('not-found', { what: 'notification' })
  const { keyId, language, proposed, by: reviewer } = rejection
  const { actor, allow } = requesterOf(caller, project.id)
  const allowReviewer = allowFor(await principalNow(w, { by: reviewer, tokenId: null }), project.id)
  const asked = {
    operation: 'save',
    kind: 'text',
    language,
    namespace: key.namespace,
    isOwnWork: false,
    undoes: null,
  } as const
  const isReviewed = allowReviewer({ ...asked, state: 'reviewed' }) === null
  return runOperation(w, {
    projectId: project.id,
    kind: 'save',
    // The caller writes the text; the reviewer has approved it by proposing it.
    by: { actor, allow: (change) => allow({ ...change, state: 'translated', isOwnWork: false }) },
    at,
    changes: [
      {
        kind: 'translate',
        keyId,
        language,
        forms: proposed,
        state: isReviewed ? 'reviewed' : 'translated',
        baseVersion,
        author: reviewer,
      },
    ],
  })
}

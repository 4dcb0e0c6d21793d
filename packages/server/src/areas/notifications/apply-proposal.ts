import { Failure, type OperationReply } from '@dragoman/contract'
import { isAbout } from '@dragoman/core'
import {
  type EditorRow,
  history,
  listTextLimits,
  lockProject,
  type NotificationRow,
  type ProjectRow,
  type Reader,
  type RejectionRow,
  rejectionById,
  textsToSave,
  type Writer,
} from '@dragoman/store'
import { allowFor } from '../../access/allow-for.ts'
import { principalNow, requesterOf } from '../../access/requester-of.ts'
import type { Caller } from '../../http/caller.ts'
import { runOperation } from '../run-operation.ts'
import { textErrors } from '../text-errors.ts'

/**
 * Replaces a rejected text by the one its reviewer proposed. The words are the reviewer's, and count as
 * reviewed as long as the reviewer can review the text, they pass the checks, and the source is the one they were
 * proposed for: two people agree on them, so no third person has to review them. Throws `not-found` if nothing was proposed or the rejection was undone, `stale-edit` if the text has
 * changed.
 */
export async function applyProposal(
  w: Writer,
  caller: Caller,
  {
    project,
    row,
    baseVersion,
    sourceVersion,
    at,
  }: {
    readonly project: ProjectRow
    readonly row: NotificationRow
    readonly baseVersion: number
    /** Version of the source text that the caller saw with the proposed one; undefined: that of the rejection. */
    readonly sourceVersion?: number | undefined
    readonly at: string
  },
): Promise<{ readonly operation: OperationReply | null }> {
  const isRejection = isAbout(row.kind, 'rejection') && row.subjectId !== null
  const rejection = isRejection ? await rejectionById(w, project.id, row.subjectId) : null
  // What is read here must still be true when it is written.
  await lockProject(w, project.id)
  const text = rejection === null ? undefined : await textOf(w, project, rejection)
  if (rejection === null || rejection.proposed === null || text === undefined)
    throw new Failure('not-found', { what: 'notification' })
  const { keyId, language, proposed, by: reviewer } = rejection
  const { actor, allow } = requesterOf(caller, project.id)
  const allowReviewer = allowFor(await principalNow(w, { by: reviewer, tokenId: null }), project.id)
  const asked = {
    operation: 'save',
    kind: 'text',
    language,
    namespace: text.key.namespace,
    isOwnWork: false,
    undoes: null,
  } as const
  const isReviewed =
    allowReviewer({ ...asked, state: 'reviewed' }) === null &&
    text.source.version <= rejection.operationId &&
    textErrors(project, {
      key: text.key,
      language,
      sourceForms: text.source.forms,
      forms: proposed,
      limits: await listTextLimits(w, project.id),
    }).length === 0
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
        sourceVersion: sourceVersion ?? (await sourceAt(w, project, { rejection, source: text.source })),
        author: reviewer,
      },
    ],
  })
}

/** Returns the version that the source text had at the time of a rejection. */
async function sourceAt(
  r: Reader,
  { id: projectId, sourceLanguage }: ProjectRow,
  {
    rejection: { keyId, operationId },
    source,
  }: { readonly rejection: RejectionRow } & Pick<EditorRow, 'source'>,
): Promise<number> {
  if (source.version <= operationId) return source.version
  const texts = await history(r, { projectId, keyId, language: sourceLanguage, limit: SOURCES_AT_MOST })
  // One that is no longer known is earlier than all that are.
  return texts.find(({ version }) => version <= operationId)?.version ?? operationId
}

const SOURCES_AT_MOST = 100

async function textOf(
  w: Writer,
  { id: projectId, sourceLanguage }: ProjectRow,
  { keyId, language }: { readonly keyId: number; readonly language: string },
): Promise<EditorRow | undefined> {
  const texts = await textsToSave(w, { projectId, sourceLanguage, keyIds: [keyId], languages: [language] })
  return texts.get(`${keyId} ${language}`)
}

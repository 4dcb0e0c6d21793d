import type { Forms, RecordedActor, RejectionReason } from '@dragoman/core'
import { parseJson, recordedActor } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { findLanguageId } from './find-places.ts'
import { reasonKind } from './suggestions.ts'

/** A text that a reviewer sent back as a draft. */
export type RejectionRow = {
  readonly id: number
  readonly keyId: number
  readonly language: string
  /** The rejected text, and who had written it. */
  readonly textVersion: number
  readonly forms: Forms
  readonly author: RecordedActor | null
  readonly by: RecordedActor
  readonly at: string
  readonly reason: { readonly kind: RejectionReason; readonly text: string }
  /** The text that the reviewer suggests; null: none. */
  readonly proposed: Forms | null
  readonly operationId: number
}

/** Records that an operation rejected a text, and emits an event. */
export async function addRejection(
  w: Writer,
  projectId: number,
  rejection: Omit<RejectionRow, 'id' | 'by'> & { readonly by: RecordedActor & { readonly id: string } },
): Promise<number> {
  const { keyId, language, author, by, reason, proposed } = rejection
  const languageId = await findLanguageId(w, projectId, language)
  if (languageId === null) throw new Error(`The project has no language ${language}`)
  const id = await w.dialect.allocate(w.db, 'rejection', 1)
  await w.db
    .insertInto('rejection')
    .values({
      id,
      project_id: projectId,
      language_id: languageId,
      key_id: keyId,
      text_version: rejection.textVersion,
      forms: JSON.stringify(rejection.forms),
      author_id: author?.id ?? null,
      author_label: author?.name ?? null,
      by_id: by.id,
      by_label: by.name,
      at: rejection.at,
      reason_kind: reason.kind,
      reason: reason.text,
      proposed: proposed && JSON.stringify(proposed),
      operation_id: rejection.operationId,
      taken_back: 0,
    })
    .execute()
  const payload = { rejectionId: id, keyId, language }
  w.emit({ kind: 'translation.rejected', projectId, actorId: by.id, payload })
  return id
}

function rejectionRows({ db }: Reader, projectId: number) {
  return db
    .selectFrom('rejection as j')
    .innerJoin('language as l', 'l.id', 'j.language_id')
    .innerJoin('key as k', 'k.id', 'j.key_id')
    .selectAll('j')
    .select('l.tag')
    .where('j.project_id', '=', projectId)
    .where('j.taken_back', '=', 0)
}

/** Returns a rejection; null if it was undone, or its string or language is gone. */
export async function rejectionById(r: Reader, projectId: number, id: number): Promise<RejectionRow | null> {
  const row = await rejectionRows(r, projectId).where('j.id', '=', id).executeTakeFirst()
  return row === undefined ? null : rejectionRow(row)
}

/** Returns the rejections of a string in one language, newest first. */
export async function rejectionsOfString(
  r: Reader,
  of: { readonly projectId: number; readonly keyId: number; readonly language: string },
): Promise<readonly RejectionRow[]> {
  const rows = await rejectionRows(r, of.projectId)
    .where('j.key_id', '=', of.keyId)
    .where('l.tag', '=', of.language)
    .orderBy('j.id', 'desc')
    .limit(REJECTIONS_AT_MOST)
    .execute()
  return rows.map(rejectionRow)
}

const REJECTIONS_AT_MOST = 50

function rejectionRow(
  row: Awaited<ReturnType<ReturnType<typeof rejectionRows>['execute']>>[number],
): RejectionRow {
  return {
    id: row.id,
    keyId: row.key_id,
    language: row.tag,
    textVersion: row.text_version,
    forms: parseJson<Forms>(row.forms),
    author: row.author_label === null ? null : recordedActor(row.author_id, row.author_label),
    by: recordedActor(row.by_id, row.by_label),
    at: row.at,
    reason: { kind: reasonKind(row.reason_kind), text: row.reason },
    proposed: row.proposed === null ? null : parseJson<Forms>(row.proposed),
    operationId: row.operation_id,
  }
}

import type { EventPayloads, OperationKind } from '@dragoman/core'
import { sql } from 'kysely'
import { OPEN_SUGGESTION, suggestionStateNumber } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { OperationRequest, OperationSummary } from '../types.ts'

type Request = Pick<OperationRequest, 'projectId' | 'by' | 'at' | 'decides' | 'undoes' | 'continues'>

/** Decisions of an operation that is undone, or of one whose undo is undone. */
export type TurnedDecisions = {
  readonly operationId: number
  readonly isBack: boolean
  /** At least one. */
  readonly count: number
}

const ACCEPTED = suggestionStateNumber('accepted')
const REJECTED = suggestionStateNumber('rejected')

/** Where a text is that was decided about; null: the language or the key was deleted. */
export type DecidedPlace = { readonly language: string | null; readonly namespace: string | null }

export function countsOfDecisions(
  decides: OperationRequest['decides'],
): Pick<OperationSummary, 'accepted' | 'rejected' | 'reason'> {
  const { accepted = [], rejected = [], reason } = decides ?? {}
  return {
    ...(accepted.length > 0 ? { accepted: accepted.length } : {}),
    ...(rejected.length > 0 ? { rejected: rejected.length } : {}),
    ...(reason === undefined ? {} : { reason }),
  }
}

/** Writes the decisions of an operation to the suggestions, and emits an event for each. */
export async function recordDecisions(
  w: Writer,
  { projectId, by, at, decides }: Request,
  operationId: number,
): Promise<void> {
  if (decides === undefined) return
  const { accepted, rejected, reason } = decides
  const decided = {
    decided_at: at,
    decided_by_id: by.actor.id,
    decided_by_label: by.actor.name,
    operation_id: operationId,
  }
  const set = async (ids: readonly number[], state: number, kind: string | null, text: string) => {
    if (ids.length === 0) return
    await w.db
      .updateTable('suggestion')
      .set({ ...decided, state, reason_kind: kind, reason: text })
      .where('project_id', '=', projectId)
      .where(w.dialect.inIds(sql.ref('id'), ids))
      .execute()
  }
  await set(accepted, ACCEPTED, null, '')
  await set(rejected, REJECTED, reason?.kind ?? 'other', reason?.text ?? '')
  await emitDecided(w, { projectId, by }, [...accepted, ...rejected], (id) =>
    accepted.includes(id) ? 'accepted' : 'rejected',
  )
}

/**
 * Returns the decisions that an undo reverts, or that the undo of an undo makes again; null if there are
 * none.
 */
export async function decisionsToTurn(
  r: Reader,
  { undoes, continues }: Pick<Request, 'undoes' | 'continues'>,
): Promise<TurnedDecisions | null> {
  // If an undo takes several transactions, the first one reverts them.
  if (undoes === undefined || continues !== undefined) return null
  let operationId = undoes
  for (let isBack = true; ; isBack = !isBack) {
    const row = await r.db
      .selectFrom('operation')
      .select(['kind', 'undoes'])
      .where('id', '=', operationId)
      .executeTakeFirst()
    if (row === undefined) return null
    const kind = row.kind as OperationKind // only the write door writes this column
    if (kind !== 'undo' || row.undoes === null) {
      const count = kind === 'review' ? await countDecisions(r, operationId, isBack) : 0
      return count > 0 ? { operationId, isBack, count } : null
    }
    operationId = row.undoes
  }
}

async function countDecisions({ db }: Reader, operationId: number, isBack: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from suggestion where operation_id = ${operationId} and state in (${sql.join(turnedStates(isBack))}))
      + (select count(*) from rejection where operation_id = ${operationId} and taken_back = ${isBack ? 0 : 1}) as count`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** Returns the languages and namespaces that decisions are about. */
export async function placesOfDecisions(
  { db }: Reader,
  { operationId, isBack }: TurnedDecisions,
): Promise<readonly DecidedPlace[]> {
  const { rows } = await sql<DecidedPlace>`
    select distinct l.tag as language, n.name as namespace from (
      select language_id, key_id from suggestion where operation_id = ${operationId} and state in (${sql.join(turnedStates(isBack))})
      union select language_id, key_id from rejection where operation_id = ${operationId} and taken_back = ${isBack ? 0 : 1}) d
    left join language l on l.id = d.language_id
    left join "key" k on k.id = d.key_id left join namespace n on n.id = k.namespace_id
    order by l.tag, n.name`.execute(db)
  return rows
}

/** States of the suggestions that an undo reopens, or that the undo of an undo decides again. */
function turnedStates(isBack: boolean): readonly number[] {
  return isBack ? [ACCEPTED, REJECTED] : [OPEN_SUGGESTION]
}

/** Reopens suggestions, or decides them again, and reverts rejections with them, or makes them valid again. */
export async function turnDecisions(
  w: Writer,
  { projectId, by }: Request,
  { operationId, isBack }: TurnedDecisions,
): Promise<void> {
  const rows = await w.db
    .selectFrom('suggestion')
    .select(['id', 'state', 'reason_kind'])
    .where('operation_id', '=', operationId)
    .where('state', 'in', turnedStates(isBack))
    .execute()
  for (const { id, reason_kind } of rows) {
    const decided = reason_kind === null ? ACCEPTED : REJECTED
    await w.db
      .updateTable('suggestion')
      .set({ state: isBack ? OPEN_SUGGESTION : decided })
      .where('id', '=', id)
      .execute()
  }
  const rejections = await w.db
    .updateTable('rejection')
    .set({ taken_back: isBack ? 1 : 0 })
    .where('operation_id', '=', operationId)
    .where('taken_back', '=', isBack ? 0 : 1)
    .returning('id')
    .execute()
  if (!isBack)
    await emitRejected(
      w,
      { projectId, by },
      rejections.map(({ id }) => id),
    )
  const rejected = new Set(rows.flatMap(({ id, reason_kind }) => (reason_kind === null ? [] : [id])))
  await emitDecided(
    w,
    { projectId, by },
    rows.map(({ id }) => id),
    (id) => (isBack ? 'reopened' : rejected.has(id) ? 'rejected' : 'accepted'),
  )
}

async function emitRejected(
  w: Writer,
  { projectId, by }: Pick<Request, 'projectId' | 'by'>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await w.db
    .selectFrom('rejection as j')
    .innerJoin('language as l', 'l.id', 'j.language_id')
    .select(['j.id', 'j.key_id', 'l.tag'])
    .where(w.dialect.inIds(sql.ref('j.id'), ids))
    .orderBy('j.id')
    .execute()
  for (const { id: rejectionId, key_id: keyId, tag: language } of rows)
    w.emit({
      kind: 'translation.rejected',
      projectId,
      actorId: by.actor.id,
      payload: { rejectionId, keyId, language },
    })
}

async function emitDecided(
  w: Writer,
  { projectId, by }: Pick<Request, 'projectId' | 'by'>,
  ids: readonly number[],
  what: (id: number) => EventPayloads['suggestion.changed']['what'],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await w.db
    .selectFrom('suggestion as s')
    .innerJoin('language as l', 'l.id', 's.language_id')
    .select(['s.id', 's.key_id', 'l.tag'])
    .where(w.dialect.inIds(sql.ref('s.id'), ids))
    .execute()
  for (const { id, key_id: keyId, tag } of rows)
    w.emit({
      kind: 'suggestion.changed',
      projectId,
      actorId: by.actor.id,
      payload: { suggestionId: id, keyId, language: tag, what: what(id) },
    })
}

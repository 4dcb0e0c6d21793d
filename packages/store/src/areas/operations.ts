import { sql } from 'kysely'
import { parsed } from '../rows.ts'
import type { Reader } from '../store.ts'
import type { Tables } from '../tables.ts'
import type { OperationKind, OperationRow } from '../types.ts'

/** Newest first. */
export async function listOperations(
  { db }: Reader,
  request: {
    readonly projectId: number
    readonly limit: number
    readonly cursor?: string
    readonly author?: string
    readonly kind?: OperationKind
  },
): Promise<{ readonly rows: readonly OperationRow[]; readonly next: string | null }> {
  let query = db.selectFrom('operation').selectAll().where('project_id', '=', request.projectId)
  const cursor = Number(request.cursor ?? Number.NaN)
  if (Number.isSafeInteger(cursor)) query = query.where('id', '<', cursor)
  if (request.author !== undefined) query = query.where('author', '=', request.author)
  if (request.kind !== undefined) query = query.where('kind', '=', request.kind)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(request.limit + 1)
    .execute()
  const page = rows.slice(0, request.limit).map(operationRow)
  return { rows: page, next: rows.length > request.limit ? String(page.at(-1)?.id) : null }
}

export async function operationById({ db }: Reader, projectId: number, operationId: number): Promise<OperationRow | null> {
  const row = await db
    .selectFrom('operation')
    .selectAll()
    .where('id', '=', operationId)
    .where(sql<boolean>`project_id = ${projectId}`)
    .executeTakeFirst()
  return row ? operationRow(row) : null
}

export function operationRow(row: Tables['operation']): OperationRow {
  return {
    id: row.id,
    kind: row.kind as OperationKind,
    author: row.author,
    at: row.at,
    summary: parsed(row.summary),
    undoes: row.undoes,
    undoneBy: row.undone_by,
  }
}

import { fold, type RecordedActor } from '@dragoman/core'
import { sql } from 'kysely'
import { parseJson, recordedActor } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { FOLDER_KINDS } from './audit.ts'
import { removeSome } from './remove-some.ts'

export type AuditRow = {
  readonly id: number
  readonly at: string
  readonly kind: string
  /** Null: of the instance, or of a project that no longer exists. */
  readonly project: string | null
  readonly projectId: number | null
  readonly projectName: string | null
  readonly actor: RecordedActor | null
  readonly address: string | null
  readonly tokenId: number | null
  readonly target: string
  readonly details: Readonly<Record<string, unknown>>
}

export type AuditFilter = {
  /** Null: everything. */
  readonly projectId: number | null
  /** Id of an actor, or part of a name. */
  readonly who?: string | undefined
  /** A kind, or its beginning: letters, dots and hyphens. */
  readonly kind?: string | undefined
  /** Part of the target's name. */
  readonly text?: string | undefined
  /** Whether `text` is compared with where folders of the server are too, which only owners see. */
  readonly searchesPaths: boolean
  readonly from?: string | undefined
  readonly before?: string | undefined
}

/**
 * Returns a page of the audit log, newest first. Throws QueryTooCostlyError if too many entries would have to
 * be examined.
 */
export async function listAudit(
  r: Reader,
  filter: AuditFilter & { readonly cursor: string | null; readonly limit: number },
): Promise<{ readonly rows: readonly AuditRow[]; readonly next: string | null }> {
  const { who, kind, text } = filter
  const isCostly = who !== undefined || kind !== undefined || text !== undefined
  const rows = isCostly ? await r.limited((own) => select(own, filter, true)) : await select(r, filter, false)
  const page = rows.slice(0, filter.limit)
  return { rows: page, next: rows.length > filter.limit ? String(page.at(-1)?.id) : null }
}

async function select(
  { db, dialect }: Reader,
  filter: AuditFilter & { readonly cursor: string | null; readonly limit: number },
  isCostly: boolean,
): Promise<AuditRow[]> {
  const below = filter.cursor === null ? Number.NaN : Number(filter.cursor)
  let query = db
    .selectFrom('audit_entry')
    .leftJoin('project', 'project.id', 'audit_entry.project_id')
    .selectAll('audit_entry')
    .select(['project.slug', 'project.name as project_name'])
  const { projectId, who, kind, text, searchesPaths, from, before } = filter
  if (projectId !== null) query = query.where('audit_entry.project_id', '=', projectId)
  if (Number.isSafeInteger(below)) query = query.where('audit_entry.id', '<', below)
  if (who !== undefined)
    query = query.where((where) =>
      where.or([
        where('audit_entry.actor_id', '=', who),
        dialect.contains(sql.ref('audit_entry.actor_search'), fold(who)),
      ]),
    )
  if (kind !== undefined) query = query.where('audit_entry.kind', 'like', `${kind}%`)
  if (text !== undefined)
    query = query.where((where) =>
      where.or([
        dialect.contains(sql.ref('audit_entry.target_search'), fold(text)),
        ...(searchesPaths
          ? [
              where.and([
                where('audit_entry.kind', 'in', FOLDER_KINDS),
                dialect.contains(sql.ref('audit_entry.target'), text),
              ]),
            ]
          : []),
      ]),
    )
  if (from !== undefined) query = query.where('audit_entry.at', '>=', from)
  if (before !== undefined) query = query.where('audit_entry.at', '<', before)
  if (isCostly && dialect.withinBudget) query = query.where(dialect.withinBudget)
  const rows = await query
    .orderBy('audit_entry.id', 'desc')
    .limit(filter.limit + 1)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    kind: row.kind,
    project: row.slug,
    projectId: row.project_id,
    projectName: row.project_name,
    actor: row.actor_label === '' ? null : recordedActor(row.actor_id, row.actor_label),
    address: row.address,
    tokenId: row.token_id,
    target: row.target,
    details: parseJson(row.details),
  }))
}

/** Returns an entry of a project; null if there is none with that id. */
export async function auditEntry(
  { db }: Reader,
  projectId: number,
  id: number,
): Promise<Pick<AuditRow, 'kind' | 'target' | 'details'> | null> {
  const row = await db
    .selectFrom('audit_entry')
    .select(['kind', 'target', 'details'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, details: parseJson(row.details) }
}

/** Removes some of the entries from before a time. Returns true if there can be more. */
export function forgetAudit(w: Writer, before: string): Promise<boolean> {
  return removeSome(w, { table: 'audit_entry', where: sql`at < ${before}` })
}

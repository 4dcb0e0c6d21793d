import { sql } from 'kysely'
import type { Reader } from '../store.ts'
import { idsByName } from './ids-by-name.ts'
import { managersInSql } from './members.ts'

const PROJECTS = { table: sql`project`, id: sql`project.id`, name: sql`project.name` }
const MANAGERS = managersInSql(sql<number>`p.id`)

/** A project as administrators of the instance see it. */
export type ProjectSummaryRow = {
  readonly slug: string
  readonly name: string
  /** Alphabetically first of the people who manage it, themselves or through a group; null: only owners do. */
  readonly manager: string | null
  readonly managers: number
  readonly keys: number
  readonly languages: number
  readonly createdAt: string
  /** When its content last changed; null: never. */
  readonly changedAt: string | null
}

/**
 * Returns projects whose name or URL name contains `text`, ordered by URL name; `after` is that of the last
 * one that was read.
 */
export async function listAllProjects(
  r: Reader,
  { text, after, limit }: { readonly text: string; readonly after: string | null; readonly limit: number },
): Promise<{ readonly projects: readonly ProjectSummaryRow[]; readonly next: string | null }> {
  const isFound =
    text === ''
      ? sql`1 = 1`
      : sql`(${r.dialect.inIds(sql`p.id`, await idsByName(r, PROJECTS, text))}
          or ${r.dialect.contains(sql`p.slug`, text.toLowerCase())})`
  const { rows } = await sql<ProjectSummaryRow>`
    select p.slug, p.name,
      (select min(u.name) from "user" u where u.suspended_at is null and u.id in (${MANAGERS})) as manager,
      (select count(*) from "user" u where u.suspended_at is null and u.id in (${MANAGERS})) as managers,
      (select coalesce(sum(c.total), 0) from language l join counts c on c.language_id = l.id
        where l.project_id = p.id and l.tag = p.source_language) as keys,
      (select count(*) from language l where l.project_id = p.id) as languages,
      p.created_at as "createdAt",
      (select o.at from operation o where o.project_id = p.id order by o.id desc limit 1) as "changedAt"
    from project p where p.parent_id is null and ${isFound} ${after === null ? sql`` : sql`and p.slug > ${after}`}
    order by p.slug limit ${limit + 1}`.execute(r.db)
  const projects = rows.slice(0, limit)
  return { projects, next: rows.length > limit ? (projects.at(-1)?.slug ?? null) : null }
}

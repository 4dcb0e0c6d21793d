import { sql } from 'kysely'
import type { Reader } from '../store.ts'
import type { Counts } from '../types.ts'

export const NO_COUNTS: Counts = {
  total: 0,
  untranslated: 0,
  draft: 0,
  translated: 0,
  reviewed: 0,
  outdated: 0,
  failing: 0,
  sourceless: 0,
}

const SUMS = sql`
  coalesce(sum(c.total), 0) as total, coalesce(sum(c.untranslated), 0) as untranslated, coalesce(sum(c.draft), 0) as draft,
  coalesce(sum(c.translated), 0) as translated, coalesce(sum(c.reviewed), 0) as reviewed, coalesce(sum(c.outdated), 0) as outdated,
  coalesce(sum(c.failing), 0) as failing, coalesce(sum(c.sourceless), 0) as sourceless`

/** Returns the counts of every language of the project, in the order of the languages. */
export async function countsByLanguage(
  { db }: Reader,
  projectId: number,
): Promise<ReadonlyMap<string, Counts>> {
  const found = await sql<Counts & { tag: string; position: number }>`
    select l.tag, l.position, ${SUMS} from language l left join counts c on c.language_id = l.id
    where l.project_id = ${projectId} group by l.tag, l.position order by l.position`.execute(db)
  return new Map(found.rows.map(({ tag, position: _, ...counts }) => [tag, counts]))
}

/** Returns the counts of every namespace in every language, or in one: of those that have keys. */
export async function countsByNamespace(
  { db }: Reader,
  projectId: number,
  language?: string,
): Promise<readonly (Counts & { readonly tag: string; readonly namespace: string })[]> {
  const found = await sql<Counts & { tag: string; namespace: string }>`
    select l.tag, n.name as namespace, c.total, c.untranslated, c.draft, c.translated, c.reviewed, c.outdated, c.failing,
      c.sourceless from language l
      join counts c on c.language_id = l.id join namespace n on n.id = c.namespace_id
    where l.project_id = ${projectId} ${language === undefined ? sql`` : sql`and l.tag = ${language}`}`.execute(
    db,
  )
  return found.rows
}

/** Returns the counts of one language, for all namespaces or the given ones. */
export async function countsOf(
  { db, dialect }: Reader,
  projectId: number,
  language: string,
  namespaces?: readonly string[],
): Promise<Counts> {
  const named = namespaces === undefined ? sql`` : sql`and ${dialect.inTexts(sql.ref('n.name'), namespaces)}`
  const found = await sql<Counts>`
    select ${SUMS} from language l join counts c on c.language_id = l.id join namespace n on n.id = c.namespace_id
    where l.project_id = ${projectId} and l.tag = ${language} ${named}`.execute(db)
  return found.rows[0] ?? NO_COUNTS
}

/** Returns how many strings have a text, by `language namespace`: the contents of each file. */
export async function stringsByFile({ db }: Reader, projectId: number): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ tag: string; name: string; strings: number }>`
    select l.tag, n.name, c.total - c.untranslated as strings
    from language l join counts c on c.language_id = l.id join namespace n on n.id = c.namespace_id
    where l.project_id = ${projectId}`.execute(db)
  return new Map(found.rows.map(({ tag, name, strings }) => [`${tag} ${name}`, strings]))
}

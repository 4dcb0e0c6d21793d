import { sql } from 'kysely'
import type { Reader } from '../store.ts'
import type { NamespaceRow } from '../types.ts'

/** Returns namespaces that have keys or a file, in the order they were created. */
export async function listNamespaces({ db }: Reader, projectId: number): Promise<readonly NamespaceRow[]> {
  const found = await sql<NamespaceRow>`
    select n.id, n.name, n.position, coalesce(c.total, 0) as keys
    from namespace n
    join project p on p.id = n.project_id
    join language l on l.project_id = p.id and l.tag = p.source_language
    left join counts c on c.namespace_id = n.id and c.language_id = l.id
    where n.project_id = ${projectId}
      and (coalesce(c.total, 0) > 0 or exists (select 1 from file f where f.project_id = n.project_id and f.namespace = n.name))
    order by n.position`.execute(db)
  return found.rows
}

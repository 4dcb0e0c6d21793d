import { sql } from 'kysely'
import { countsByLanguage, NO_COUNTS } from '../areas/counts.ts'
import { listLanguages } from '../areas/languages.ts'
import { listNamespaces } from '../areas/namespaces.ts'
import { listOperations } from '../areas/operations.ts'
import { projectById } from '../areas/projects.ts'
import type { Reader } from '../store.ts'
import type { OverviewRow } from '../types.ts'

const RECENT = 10

/** Returns everything the overview screen shows; null if there is no such project. */
export async function projectOverview(r: Reader, projectId: number): Promise<OverviewRow | null> {
  const project = await projectById(r, projectId)
  if (!project) return null
  const counts = await countsByLanguage(r, projectId)
  const languages = await listLanguages(r, projectId)
  const namespaces = await listNamespaces(r, projectId)
  const recent = await listOperations(r, { projectId, limit: RECENT })
  const found = await sql<{ conflicts: number; troubled: number }>`
    select (select count(*) from conflict where project_id = ${projectId} and state = 'open') as conflicts,
      (select count(*) from file where project_id = ${projectId} and state not in ('in-step', 'writing')) as troubled`.execute(
    r.db,
  )
  return {
    project,
    languages: languages.map((language) => ({ ...language, counts: counts.get(language.tag) ?? NO_COUNTS })),
    namespaces,
    openConflicts: found.rows[0]?.conflicts ?? 0,
    troubledFiles: found.rows[0]?.troubled ?? 0,
    recent: recent.rows,
  }
}

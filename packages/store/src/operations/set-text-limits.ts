import { type FileLimits, type Forms, limitIssues, limitsOf, type TextLimits } from '@dragoman/core'
import { sql } from 'kysely'
import { listTextLimits } from '../areas/text-limits.ts'
import { loadScope } from '../door/scope.ts'
import { parseJson } from '../rows.ts'
import type { Writer } from '../store.ts'
import { translationIdSql } from '../tables.ts'
import { checkAgain } from './check-again.ts'

/**
 * Stores the limits that a connected file puts on the texts of one language, and checks the texts again whose
 * limits changed.
 */
export async function setFileLimits(
  w: Writer,
  { fileId, limits }: { readonly fileId: number; readonly limits: TextLimits | null },
): Promise<void> {
  const { db } = w
  const file = await db
    .selectFrom('file')
    .select(['project_id', 'namespace', 'limits'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  const json = limits === null ? null : JSON.stringify(limits)
  if (!file || file.limits === json) return
  await changingLimits(w, { projectId: file.project_id, namespaces: [file.namespace] }, () =>
    db.updateTable('file').set({ limits: json }).where('id', '=', fileId).execute(),
  )
}

type Namespaces = { readonly projectId: number; readonly namespaces: readonly string[] }

/** Makes a change to the files of some namespaces, and checks the texts again whose limits changed by it. */
export async function changingLimits<T>(w: Writer, of: Namespaces, change: () => Promise<T>): Promise<T> {
  const before = await listTextLimits(w, of.projectId, of.namespaces)
  const result = await change()
  const after = await listTextLimits(w, of.projectId, of.namespaces)
  if (JSON.stringify(before) !== JSON.stringify(after)) await checkLimited(w, of, { before, after })
  return result
}

async function checkLimited(
  w: Writer,
  { projectId, namespaces }: Namespaces,
  { before, after }: { readonly before: readonly FileLimits[]; readonly after: readonly FileLimits[] },
): Promise<void> {
  const scope = await loadScope(w, projectId)
  const ids = new Set<number>()
  for (const namespace of namespaces) {
    const space = scope.namespaces.get(namespace)
    if (space === undefined) continue
    for (const { id, tag } of scope.languages.values()) {
      const of = (files: readonly FileLimits[]) =>
        limitsOf(files, { namespace, language: tag, sourceLanguage: scope.source.tag })
      const [was, is] = [of(before), of(after)]
      if (JSON.stringify(was) === JSON.stringify(is)) continue
      const arePluralsChanged = JSON.stringify(was?.plurals) !== JSON.stringify(is?.plurals)
      for (const row of await textsIn(w, id, space.id))
        if (arePluralsChanged || isHeld(row.forms, was) !== isHeld(row.forms, is)) ids.add(row.keyId)
    }
  }
  if (ids.size > 0) await checkAgain(w, projectId, [...ids])
}

async function textsIn(
  { db }: Writer,
  languageId: number,
  namespaceId: number,
): Promise<readonly { readonly keyId: number; readonly forms: Forms }[]> {
  const found = await sql<{ key_id: number; forms: string }>`
    select t.key_id, t.forms from key k join translation t on t.id = ${translationIdSql(sql.lit(languageId), sql.ref('k.id'))}
      where k.namespace_id = ${namespaceId}`.execute(db)
  return found.rows.map((row) => ({ keyId: row.key_id, forms: parseJson<Forms>(row.forms) }))
}

function isHeld(forms: Forms, limits: TextLimits | null): boolean {
  return limits !== null && Object.values(forms).some((text) => limitIssues(text, limits).length > 0)
}

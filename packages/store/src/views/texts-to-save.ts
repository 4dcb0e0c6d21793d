import { sql } from 'kysely'
import { keyRow, translationRow } from '../rows.ts'
import type { Reader } from '../store.ts'
import { translationId } from '../tables.ts'
import type { EditorRow } from '../types.ts'
import { languageIds, textsOf } from './editor-page.ts'

/**
 * Returns the texts of the given keys in the given languages, with their sources, by `keyId language`. Keys
 * and languages that the project does not have are left out.
 */
export async function textsToSave(
  r: Reader,
  of: {
    readonly projectId: number
    readonly sourceLanguage: string
    readonly keyIds: readonly number[]
    readonly languages: readonly string[]
  },
): Promise<ReadonlyMap<string, EditorRow>> {
  const { db, dialect } = r
  const rows = await db
    .selectFrom('key as k')
    .innerJoin('namespace as n', 'n.id', 'k.namespace_id')
    .selectAll('k')
    .select('n.name as namespace')
    .where(dialect.inIds(sql.ref('k.id'), of.keyIds))
    .where('k.project_id', '=', of.projectId)
    .execute()
  const languages = await languageIds(r, of.projectId, [...new Set([...of.languages, of.sourceLanguage])])
  const keyIds = rows.map(({ id }) => id)
  const texts = await textsOf(r, keyIds, [...languages.values()])
  const sourceId = languages.get(of.sourceLanguage) ?? 0
  const found = new Map<string, EditorRow>()
  for (const row of rows) {
    const source = texts.get(translationId(sourceId, row.id))
    if (source === undefined) continue
    for (const tag of of.languages) {
      const target = texts.get(translationId(languages.get(tag) ?? 0, row.id))
      if (target === undefined) continue
      found.set(`${row.id} ${tag}`, {
        key: keyRow(row),
        source: translationRow(source, of.sourceLanguage),
        target: translationRow(target, tag),
      })
    }
  }
  return found
}

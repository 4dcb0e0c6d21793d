import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Empty texts whose key has no source text: no one can translate them, so they are counted apart and the filters
 * of states leave them out.
 */
export const sourcelessTexts: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const table of ['translation', 'counts'])
      await sql.raw(`alter table ${table} add column sourceless ${int} not null default 0`).execute(db)
    // By key: rows of a language that a job is about to add are marked too.
    await sql`update translation set sourceless = 1 where state = 0
      and language_id not in (select l.id from language l join project p on p.id = l.project_id and p.source_language = l.tag)
      and key_id in (select t.key_id from project p join language l on l.project_id = p.id and l.tag = p.source_language
        join translation t on t.language_id = l.id and t.state = 0)`.execute(db)
    const { rows } = await sql<{ language: number; namespace: number; texts: number }>`
      select t.language_id as language, k.namespace_id as namespace, count(*) as texts
      from translation t join "key" k on k.id = t.key_id where t.sourceless = 1
      group by t.language_id, k.namespace_id`.execute(db)
    for (const { language, namespace, texts } of rows)
      await sql`update counts set sourceless = ${texts}, total = total - ${texts}, untranslated = untranslated - ${texts}
        where language_id = ${language} and namespace_id = ${namespace}`.execute(db)
    await sql`drop index translation_state`.execute(db)
    await sql`create index translation_state on translation (language_id, state, sourceless, position)`.execute(
      db,
    )
  },
}

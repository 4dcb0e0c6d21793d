import { type Forms, hasText, sameForms } from '@dragoman/core'
import { sql } from 'kysely'
import type { TextBefore } from '../door/change.ts'
import { parseJson } from '../rows.ts'
import { searchForms } from '../search/search-text.ts'
import type { Migration } from './all.ts'

const ROWS = 2000

type Replaced = { id: number; before: string; next: string | null; forms: string }

/**
 * What the queue of reviewers reads in columns instead of JSON: whether a change replaced a text by another
 * one, and the search text of a suggestion.
 */
export const replacedTexts: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await sql.raw(`alter table change add column replaced_text ${int} not null default 0`).execute(db)
    for (let after = 0; ; ) {
      const { rows } = await sql<Replaced>`
        select c.id, c.before, t.forms, (select n.before from change n
            where n.key_id = c.key_id and n.language_id = c.language_id and n.kind = 'text' and n.id > c.id
            order by n.id limit 1) as next
          from change c
          join translation t on t.language_id = c.language_id and t.key_id = c.key_id
        where c.kind = 'text' and c.id > ${after} order by c.id limit ${ROWS}`.execute(db)
      const last = rows.at(-1)
      if (last === undefined) break
      after = Number(last.id)
      const ids = rows.filter(isReplaced).map(({ id }) => sql.lit(Number(id)))
      if (ids.length > 0)
        await sql`update change set replaced_text = 1 where id in (${sql.join(ids)})`.execute(db)
    }
    await sql`alter table suggestion add column folded text not null default ''`.execute(db)
    for (let after = 0; ; ) {
      const { rows } = await sql<{ id: number; forms: string }>`
        select id, forms from suggestion where id > ${after} order by id limit ${ROWS}`.execute(db)
      const last = rows.at(-1)
      if (last === undefined) break
      after = Number(last.id)
      for (const { id, forms } of rows)
        await sql`update suggestion set folded = ${searchForms(parseJson<Forms>(forms))} where id = ${id}`.execute(
          db,
        )
    }
  },
}

/** Returns true if a text was replaced by another one: by what the next change replaced, or the current text. */
function isReplaced({ before, next, forms }: Replaced): boolean {
  const { forms: was } = parseJson<TextBefore>(before)
  const became = next === null ? parseJson<Forms>(forms) : parseJson<TextBefore>(next).forms
  return hasText(was) && !sameForms(was, became)
}

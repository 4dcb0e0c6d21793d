import { likenessOf } from '@dragoman/core'
import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** What names of people are compared by; see areas/users.ts. Names that are alike already stay as they are. */
export const alikeNames: Migration = {
  async up(db) {
    for (const column of ['name_folded', 'name_skeleton'])
      await sql.raw(`alter table "user" add column ${column} text not null default ''`).execute(db)
    for (const { id, name } of await db.selectFrom('user').select(['id', 'name']).execute()) {
      const { folded, skeleton } = likenessOf(name)
      await db
        .updateTable('user')
        .set({ name_folded: folded, name_skeleton: skeleton })
        .where('id', '=', id)
        .execute()
    }
    for (const column of ['name_folded', 'name_skeleton'])
      await sql.raw(`create index user_${column} on "user" (${column})`).execute(db)
  },
}

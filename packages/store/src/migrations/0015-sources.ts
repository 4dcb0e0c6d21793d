import { sql } from 'kysely'
import { sourceSettings } from '../areas/source-settings.ts'
import type { Migration } from './all.ts'

/**
 * What only one kind of source needs is in `settings`, so that a second kind needs no change of tables.
 */
export const sources: Migration = {
  async up(db) {
    await sql`alter table source add column settings text not null default '{}'`.execute(db)
    const folders = await sql<{ id: number; folder: string }>`select id, folder from source`.execute(db)
    for (const { id, folder } of folders.rows) {
      const settings = sourceSettings({ kind: 'folder', folder })
      await sql`update source set settings = ${settings} where id = ${id}`.execute(db)
    }
    await sql`alter table source drop column folder`.execute(db)
  },
}

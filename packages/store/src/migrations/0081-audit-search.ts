import { sql } from 'kysely'
import { auditSearchOf } from '../areas/audit.ts'
import { auditStays } from './0033-audit-stays.ts'
import type { Migration } from './all.ts'

/** What entries of the audit log are searched by: names folded like everywhere, and of folders only their names. */
export const auditSearch: Migration = {
  async up(db, dialect) {
    for (const column of ['actor_search', 'target_search'])
      await sql.raw(`alter table audit_entry add column ${column} text not null default ''`).execute(db)
    const table = dialect === 'sqlite' ? '' : ' on audit_entry'
    await sql.raw(`drop trigger audit_entry_stays${table}`).execute(db)
    // Letters beyond ASCII, and paths, are folded by the program; there are few different ones.
    const folded = (column: string) =>
      dialect === 'sqlite' ? `lower(${column})` : `lower(${column} collate "C")`
    await sql
      .raw(
        `update audit_entry set actor_search = ${folded('actor_label')}, target_search = ${folded('target')}`,
      )
      .execute(db)
    const beyondAscii = (column: string) =>
      sql.raw(dialect === 'sqlite' ? `${column} glob '*[^ -~]*'` : `${column} ~ '[^ -~]'`)
    const actors = await sql<{ actor: string }>`
      select distinct actor_label as actor from audit_entry where ${beyondAscii('actor_label')}`.execute(db)
    for (const { actor } of actors.rows) {
      const { actor: search } = auditSearchOf({ kind: 'project.made', actor, target: '' })
      await sql`update audit_entry set actor_search = ${search} where actor_label = ${actor}`.execute(db)
    }
    const targets = await sql<{ kind: string; target: string }>`
      select distinct kind, target from audit_entry
      where kind in ('source.added', 'source.removed') or ${beyondAscii('target')}`.execute(db)
    for (const { kind, target } of targets.rows) {
      const { target: search } = auditSearchOf({ kind, actor: '', target })
      await sql`update audit_entry set target_search = ${search} where kind = ${kind} and target = ${target}`.execute(
        db,
      )
    }
    await auditStays.up(db, dialect)
  },
}

import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Entries of the audit log are never changed, not even by a mistake of the program. */
export const auditStays: Migration = {
  async up(db, dialect) {
    if (dialect === 'sqlite') {
      await sql`create trigger audit_entry_stays before update on audit_entry
        begin select raise(abort, 'entries of the audit log are never changed'); end`.execute(db)
      return
    }
    await sql`create or replace function audit_entry_stays() returns trigger language plpgsql as
      $$ begin raise exception 'entries of the audit log are never changed'; end $$`.execute(db)
    await sql`create trigger audit_entry_stays before update on audit_entry
      for each row execute function audit_entry_stays()`.execute(db)
  },
}

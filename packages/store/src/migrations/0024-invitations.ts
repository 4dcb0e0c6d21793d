import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Invitations, and memberships that were removed: a manager can bring back whom they have removed, and no one
 * else. Of an invitation's code only the hash is stored.
 */
export const invitations: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
    await sql`insert into counter (name, value) values ('invitation', 0) on conflict (name) do nothing`.execute(
      db,
    )
  },
}

const STATEMENTS = [
  `create table invitation (id INT primary key, project_id INT references project (id) on delete cascade, role text not null,
    languages text, namespaces text, group_id INT references person_group (id) on delete set null, address text, number INT not null,
    used INT not null, generation INT not null, code_hash text not null unique, expires_at text not null, created_at text not null,
    created_by INT, created_by_label text not null, withdrawn_at text, version INT not null)`,
  'create index invitation_project on invitation (project_id, id)',
  'create index invitation_group on invitation (group_id)',
  `create table removed_membership (project_id INT not null references project (id) on delete cascade,
    user_id INT not null references "user" (id) on delete cascade, removed_at text not null, primary key (project_id, user_id))`,
  'create index removed_membership_user on removed_membership (user_id)',
  'create index if not exists session_of_user on session (user_id)',
]

import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Rights beyond a person's own memberships: groups that carry roles, projects that are shared, tokens; and what
 * was done with rights, for the audit log.
 */
export const access: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
    for (const name of ['group', 'token', 'audit'])
      await sql`insert into counter (name, value) values (${name}, 0) on conflict (name) do nothing`.execute(
        db,
      )
  },
}

const STATEMENTS = [
  `create table setting (name text primary key, value text not null)`,
  `alter table project add column shared_with text not null default 'members'`,
  `alter table project add column shared_role text not null default 'reader'`,
  `create index project_shared on project (shared_with) where shared_with <> 'members'`,
  `alter table membership add column version INT not null default 1`,
  `create table person_group (id INT primary key, name text not null unique, created_at text not null)`,
  `create table group_member (group_id INT not null references person_group (id) on delete cascade,
    user_id INT not null references "user" (id) on delete cascade, source text not null, primary key (group_id, user_id))`,
  `create index group_member_user on group_member (user_id)`,
  `create table group_membership (group_id INT not null references person_group (id) on delete cascade,
    project_id INT not null references project (id) on delete cascade, role text not null, languages text, namespaces text,
    version INT not null default 1, primary key (group_id, project_id))`,
  `create index group_membership_project on group_membership (project_id)`,
  `create table api_token (id INT primary key, user_id INT not null references "user" (id) on delete cascade,
    project_id INT references project (id) on delete cascade, name text not null, secret_hash text not null unique, hint text not null,
    scopes text not null, languages text, created_at text not null, expires_at text, last_used_at text)`,
  `create index api_token_user on api_token (user_id)`,
  `create index api_token_project on api_token (project_id)`,
  `alter table job add column started_with_token INT`,
  `create table audit_entry (id INT primary key, at text not null, kind text not null, project_id INT, actor_id text, actor_label text not null,
    address text, token_id INT, target text not null, details text not null)`,
  `create index audit_entry_project on audit_entry (project_id, id)`,
  `create index audit_entry_at on audit_entry (at)`,
]

import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Suggestions, votes for them, and texts that were sent back. A text knows who wrote its words where that is
 * not who saved it; the queue of a language is in the order of its texts.
 */
export const suggestions: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
    await sql`insert into counter (name, value) values ('rejection', 0) on conflict (name) do nothing`.execute(
      db,
    )
  },
}

const STATEMENTS = [
  'alter table translation add column author_id text',
  'alter table translation add column author_label text',
  'create index translation_to_review on translation (language_id, version, key_id) where state = 2',
  `create table suggestion (id INT primary key, project_id INT not null references project (id) on delete cascade,
    language_id INT not null, key_id INT not null, forms text not null, state INT not null, author_id text, author_label text not null,
    author_address text, note text not null, text_version INT not null, version INT not null, votes INT not null, created_at text not null,
    decided_at text, decided_by_id text, decided_by_label text, reason_kind text, reason text not null, operation_id INT)`,
  'create index suggestion_open on suggestion (language_id, key_id, id) where state = 0',
  'create index suggestion_text on suggestion (key_id, language_id, id)',
  'create index suggestion_author on suggestion (author_id)',
  'create index suggestion_project on suggestion (project_id)',
  'create index suggestion_operation on suggestion (operation_id) where operation_id is not null',
  `create table suggestion_vote (suggestion_id INT not null references suggestion (id) on delete cascade, voter_id text not null,
    voter_label text not null, at text not null, primary key (suggestion_id, voter_id))`,
  `create table rejection (id INT primary key, project_id INT not null references project (id) on delete cascade,
    language_id INT not null, key_id INT not null, text_version INT not null, forms text not null, author_id text, author_label text,
    by_id text not null, by_label text not null, at text not null, reason_kind text not null, reason text not null, proposed text,
    operation_id INT not null, taken_back INT not null)`,
  'create index rejection_text on rejection (key_id, language_id, id)',
  'create index rejection_author on rejection (author_id)',
  'create index rejection_project on rejection (project_id)',
  'create index rejection_operation on rejection (operation_id)',
]

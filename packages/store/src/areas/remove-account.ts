import { actorId } from '@dragoman/core'
import { sql } from 'kysely'
import type { Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { FORMER_MEMBER } from './former-authors.ts'
import { forgetWriter } from './git-syncs.ts'
import { deleteSessionsOf } from './sessions.ts'
import { emitChanged } from './users.ts'

/**
 * Columns that store a person's name with their id. The audit log is not included: it records who changed
 * access rights, and is never changed. Nor is the history of texts, whose readers replace the names.
 */
export const NAMED_IN: readonly {
  readonly table: keyof Tables
  readonly id: string
  readonly label: string
  /** The id is that of the account, not of an actor. */
  readonly isUserId?: true
}[] = [
  { table: 'operation', id: 'actor_id', label: 'actor_label' },
  { table: 'job', id: 'started_by_id', label: 'started_by_label' },
  { table: 'job', id: 'cancelled_by_id', label: 'cancelled_by_label' },
  { table: 'comment', id: 'actor_id', label: 'actor_label' },
  { table: 'comment', id: 'resolved_by_id', label: 'resolved_by_label' },
  { table: 'suggestion', id: 'author_id', label: 'author_label' },
  { table: 'suggestion', id: 'decided_by_id', label: 'decided_by_label' },
  { table: 'suggestion_vote', id: 'voter_id', label: 'voter_label' },
  { table: 'task', id: 'created_by', label: 'created_by_label' },
  { table: 'translation', id: 'author_id', label: 'author_label' },
  { table: 'invitation', id: 'created_by', label: 'created_by_label', isUserId: true },
  { table: 'rejection', id: 'author_id', label: 'author_label' },
  { table: 'rejection', id: 'by_id', label: 'by_label' },
  { table: 'webhook', id: 'created_by_id', label: 'created_by_label' },
  { table: 'code_scan', id: 'by_id', label: 'by_label' },
  { table: 'release', id: 'created_by_id', label: 'created_by_label' },
  { table: 'channel_move', id: 'by_id', label: 'by_label' },
  { table: 'scheduled_move', id: 'by_id', label: 'by_label' },
  { table: 'screenshot', id: 'by_id', label: 'by_label' },
  { table: 'project_branch', id: 'opened_by_id', label: 'opened_by' },
]

/** Tables with data of people only, which have no foreign key that deletes it. */
const ABOUT_PEOPLE = [
  'notification',
  'notification_setting',
  'notification_person',
  'worked_language',
  'task_assignee',
] as const satisfies readonly (keyof Tables)[]

/** Removes a person: their work stays without their name, and all other data about them is deleted. */
export async function removeAccount(w: Writer, userId: number): Promise<void> {
  await w.dialect.lockPeople(w.db, sql`${userId}`)
  const id = actorId('user', userId)
  for (const { table, isUserId, ...columns } of NAMED_IN)
    await sql`update ${sql.table(table)} set ${sql.ref(columns.label)} = ${FORMER_MEMBER}
      where ${sql.ref(columns.id)} = ${isUserId ? userId : id}`.execute(w.db)
  await forgetWriter(w, id, FORMER_MEMBER)
  // Earlier program versions stored only the name.
  await sql`update project_branch set opened_by = ${FORMER_MEMBER}
    where opened_by_id is null and opened_by = (select name from "user" where id = ${userId})`.execute(w.db)
  for (const table of ABOUT_PEOPLE)
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(w.db)
  await deleteSessionsOf(w, userId)
  const memberships = await w.db
    .deleteFrom('membership')
    .where('user_id', '=', userId)
    .returning('project_id')
    .execute()
  for (const { project_id: projectId } of memberships)
    w.emit({ kind: 'membership.changed', projectId, payload: { userId } })
  await w.db.deleteFrom('user').where('id', '=', userId).execute()
  emitChanged(w, userId)
}

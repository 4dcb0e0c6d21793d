import { actorId } from '@dragoman/core'
import { sql } from 'kysely'
import type { Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { deleteSessionsOf } from './sessions.ts'
import { emitChanged } from './users.ts'

/** What stands in place of the name of somebody whose account was deleted. */
export const FORMER_MEMBER = 'Former member'

/**
 * Columns that keep a person's name beside their id. The audit log is not among them: it says who did what with
 * rights, and is never changed.
 */
export const NAMED_IN: readonly {
  readonly table: keyof Tables
  readonly id: string
  readonly label: string
  /** The id is that of the account, and none of an actor. */
  readonly isUserId?: true
}[] = [
  { table: 'operation', id: 'actor_id', label: 'actor_label' },
  { table: 'job', id: 'started_by_id', label: 'started_by_label' },
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
]

/** Removes a person: their work stays, their name is taken off it, and nothing else of them is kept. */
export async function removeAccount(w: Writer, userId: number): Promise<void> {
  const id = actorId('user', userId)
  for (const { table, isUserId, ...columns } of NAMED_IN)
    await sql`update ${sql.table(table)} set ${sql.ref(columns.label)} = ${FORMER_MEMBER}
      where ${sql.ref(columns.id)} = ${isUserId ? userId : id}`.execute(w.db)
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

import type { MemberRef, MemberRefKind, Rights } from '@dragoman/core'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import { writeMemberRights } from './change-members.ts'
import { type RightsColumns, rightsOf } from './stored-rights.ts'
import { openBatchesOf, writeNamespaces } from './string-batches.ts'
import { listWebhooks, updateWebhook } from './webhooks.ts'

export type NamespaceRename = {
  readonly projectId: number
  readonly from: string
  readonly to: string
  readonly at: string
}

/**
 * Waits for the writes of everyone who is limited to some namespaces of a project. Must precede the lock of the project,
 * for which their writes can be waiting.
 */
export async function lockLimitedPeople({ db, dialect }: Writer, projectId: number): Promise<void> {
  const isLimited = isLimitedIn(projectId)
  await dialect.lockPeople(
    db,
    sql`select user_id from membership where ${isLimited}
      union select user_id from group_member where group_id in (select group_id from group_membership where ${isLimited})`,
  )
}

/** The rows of rights in a project that can name namespaces. */
function isLimitedIn(projectId: number): RawBuilder<unknown> {
  return sql`project_id = ${projectId} and (namespaces is not null or grants <> '[]')`
}

/**
 * Gives a namespace its new name wherever someone chose it: in the rights of members, groups and invitations, in webhooks
 * and in old addresses. Otherwise members who are limited to it could not change its texts any more. Batches of strings
 * get it too, so that their notifications do not end with the old name. `lockLimitedPeople` precedes it.
 */
export async function renameChosenNamespace(w: Writer, rename: NamespaceRename): Promise<void> {
  const { projectId, from, to, at } = rename
  for (const { who, rights } of await limitedMembers(w, projectId)) {
    const renamed = withNewName(rights, rename)
    if (renamed !== null) await writeMemberRights(w, { projectId, who, rights: renamed, at })
  }
  for (const webhook of await listWebhooks(w, projectId)) {
    if (webhook.namespaces?.has(from) !== true) continue
    await updateWebhook(w, webhook, { ...webhook, namespaces: replaced(webhook.namespaces, rename) })
  }
  await renameInBatches(w, rename)
  const { numUpdatedRows } = await w.db
    .updateTable('old_address')
    .set({ namespace: to })
    .where('project_id', '=', projectId)
    .where('namespace', '=', from)
    .executeTakeFirst()
  if (Number(numUpdatedRows) > 0) w.emit({ kind: 'project.changed', projectId, payload: {} })
}

async function renameInBatches(w: Writer, { projectId, from, to }: NamespaceRename): Promise<void> {
  for (const { id, namespaces } of await openBatchesOf(w, projectId)) {
    const renamed = new Map(namespaces)
    const count = renamed.get(from)
    if (count === undefined) continue
    renamed.delete(from)
    await writeNamespaces(w, id, renamed.set(to, (renamed.get(to) ?? 0) + count))
  }
}

type LimitedMember = { readonly who: MemberRef; readonly rights: Rights }

/** Returns the members, groups and invitations of a project that are limited to some namespaces, or have further roles. */
async function limitedMembers({ db }: Reader, projectId: number): Promise<readonly LimitedMember[]> {
  const isLimited = isLimitedIn(projectId)
  const columns = sql`role, languages, namespaces, grants`
  const { rows } = await sql<RightsColumns & { readonly kind: MemberRefKind; readonly id: number }>`
    select 'user' as kind, user_id as id, ${columns} from membership where ${isLimited}
    union all
    select 'group', group_id, ${columns} from group_membership where ${isLimited}
    union all
    select 'invitation', id, ${columns} from invitation where ${isLimited} and withdrawn_at is null`.execute(
    db,
  )
  return rows.flatMap(({ kind, id, ...row }): LimitedMember[] => {
    const rights = rightsOf(row)
    return rights === null ? [] : [{ who: `${kind}:${Number(id)}`, rights }]
  })
}

/** Returns rights with the new name; null if they do not have the old one. */
function withNewName(rights: Rights, rename: NamespaceRename): Rights | null {
  const { grants = [] } = rights
  if (![rights, ...grants].some(({ namespaces }) => namespaces?.has(rename.from))) return null
  const limitsOf = ({ namespaces }: Pick<Rights, 'namespaces'>) => namespaces && replaced(namespaces, rename)
  return {
    ...rights,
    namespaces: limitsOf(rights),
    grants: grants.map((grant) => ({ ...grant, namespaces: limitsOf(grant) })),
  }
}

function replaced(names: ReadonlySet<string>, { from, to }: NamespaceRename): ReadonlySet<string> {
  return new Set([...names].map((name) => (name === from ? to : name)))
}

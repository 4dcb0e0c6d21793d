import { Failure, type RightsReply, rightsSchema } from '@dragoman/contract'
import { type AuditKind, isSameRights, type MemberRef, parseMemberRef } from '@dragoman/core'
import {
  type AuditRow,
  auditEntry,
  type ChangedMember,
  memberNow,
  type OwnMembership,
  type ProjectRow,
  type Reader,
  type Writer,
} from '@dragoman/store'
import { isLostInvitation } from '../../access/inviting.ts'
import type { Caller } from '../../http/caller.ts'
import { changeOrRefuse, recordChanges } from '../members/make-changes.ts'
import { rightsFrom } from '../members/present-member.ts'

/** A change of rights as its entry describes it. */
export type RightsChange = {
  readonly who: MemberRef
  readonly before: OwnMembership | null
  readonly after: OwnMembership | null
}

const OF_RIGHTS: ReadonlySet<string> = new Set<AuditKind>([
  'membership.changed',
  'membership.removed',
  'invitation.withdrawn',
])

/** Returns the change of rights that an entry records; null for any other entry. */
export function rightsChangeOf({ kind, details }: Pick<AuditRow, 'kind' | 'details'>): RightsChange | null {
  const { who, before, after } = details
  if (!OF_RIGHTS.has(kind) || typeof who !== 'string') return null
  const ref = parseMemberRef(who)
  if (ref === null) return null
  const [was, is] = [readRights(before), readRights(after)]
  if (was === undefined || is === undefined) return null
  return { who: ref, before: was, after: is }
}

/** Returns undefined for what is not rights: entries of earlier versions. */
function readRights(value: unknown): OwnMembership | null | undefined {
  if (value === null) return null
  const read = rightsSchema.safeParse(value)
  return read.success ? rightsFrom(read.data satisfies RightsReply) : undefined
}

/** Returns which entries of a page can be undone: those whose rights are still what they were changed to. */
export async function undoableEntries(r: Reader, rows: readonly AuditRow[]): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  const known = new Map<string, Awaited<ReturnType<typeof memberNow>>>()
  for (const row of rows) {
    const change = rightsChangeOf(row)
    const { projectId } = row
    if (change === null || projectId === null || row.project === null) continue
    const key = `${projectId} ${change.who}`
    const now = known.has(key) ? known.get(key) : await memberNow(r, projectId, change.who)
    known.set(key, now ?? null)
    if (!now || !isSameRights(now.rights, change.after)) continue
    if (change.before === null || !(await isLostInvitation(r, projectId, change.who))) found.add(row.id)
  }
  return found
}

/**
 * Gives someone the rights again that an entry says they had before. Throws `not-found` for an entry that changed no
 * rights, `stale-member` if they were changed again since, and what changing members throws.
 */
export async function undoEntry(
  w: Writer,
  request: {
    readonly project: ProjectRow
    readonly entry: number
    readonly caller: Caller
    readonly at: string
    readonly mayAddAnybody: boolean
    /** The name of who undoes it. */
    readonly by: string
    /** Called with the rights that are taken and given, before anything is written. */
    readonly check: (rights: readonly (OwnMembership | null)[]) => void
  },
): Promise<readonly ChangedMember[]> {
  const { project, entry, caller, at, mayAddAnybody } = request
  const row = await auditEntry(w, project.id, entry)
  const change = row && rightsChangeOf(row)
  if (change === null) throw new Failure('not-found', { what: 'entry' })
  request.check([change.before, change.after])
  const now = await memberNow(w, project.id, change.who)
  if (now === null) throw new Failure('not-found', { what: 'member' })
  if (!isSameRights(now.rights, change.after)) throw new Failure('stale-member')
  const changes = [{ who: change.who, baseVersion: now.version, rights: change.before }]
  const changed = await changeOrRefuse(w, {
    projectId: project.id,
    changes,
    at,
    mayAddAnybody,
    by: request.by,
  })
  await recordChanges(w, { projectId: project.id, changed, caller, undoes: entry })
  return changed
}

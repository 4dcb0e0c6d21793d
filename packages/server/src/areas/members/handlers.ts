import { Failure, type MemberChangeBody } from '@dragoman/contract'
import { memberRef, readMemberRef, userIdOf } from '@dragoman/core'
import {
  type ChangedMember,
  lastManager,
  listMembers,
  listTokens,
  MEMBER_KINDS,
  type MemberChange,
  memberCounts,
  membershipVersion,
  membersProject,
  someManagers,
  type Writer,
} from '@dragoman/store'
import { endLostInvitations } from '../../access/inviting.ts'
import { requireActor } from '../../access/require-actor.ts'
import { requireProofForManagers } from '../../access/require-proof-for-managers.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { refusedField } from '../../refused-field.ts'
import { explainAccess } from './explain-access.ts'
import { changeOrRefuse, keptAccess, peopleOfChanges, recordChanges } from './make-changes.ts'
import { presentMember, presentRights, rightsFrom } from './present-member.ts'
import { requireLanguages } from './require-languages.ts'

/** How many managers are listed for people who have to ask one. */
const MANAGERS_NAMED = 5

export function membersHandlers(deps: Deps): Handlers['members'] {
  return {
    list: list(deps),
    change: change(deps),
    leave: leave(deps),
    explain: ({ query, read }) =>
      read(async (r, { project }) => {
        const { who, action, language = null, namespace = null } = query
        const projectId = await membersProject(r, project.id)
        return explainAccess(r, { projectId, who, action, language, namespace })
      }),
  }
}

/** Returns a page of the members, how many there are of each kind, and who manages the project. */
function list({ now }: Pick<Deps, 'now'>): Handlers['members']['list'] {
  return ({ query, read }) =>
    read(async (r, { project }) => {
      // A translation branch has the members of its project.
      const projectId = await membersProject(r, project.id)
      const { show, q, role = null, language = null, namespace = null, limit, cursor } = query
      const kinds = show === 'everyone' ? MEMBER_KINDS : [show]
      const filter = { q: q.trim(), role, language, namespace }
      const offset = offsetOf(cursor)
      const page = await listMembers(r, { projectId, kinds, filter, offset, limit })
      return {
        members: page.members.map(presentMember),
        next: page.next === null ? null : String(page.next),
        total: page.total,
        counts: {
          ...(await memberCounts(r, projectId)),
          token: (await listTokens(r, { projectId }, now().toISOString())).length,
        },
        managers: (await someManagers(r, projectId, MANAGERS_NAMED)).map(({ id, name }) => ({ id, name })),
        lastManager: await lastManager(r, projectId),
      }
    })
}

/** Adds, changes and removes members, all of them or none. */
function change(deps: Deps): Handlers['members']['change'] {
  return async ({ body, caller, write }) => {
    const { id: by, name, instanceRole } = requireActor(caller)
    const changes = changesOf(body.changes)
    requireLanguages(
      body.changes.flatMap(({ who, rights }, at) =>
        readMemberRef(who).kind === 'invitation' ? [{ pointer: `/changes/${at}/rights`, rights }] : [],
      ),
    )
    return write(async (w, { project }) => {
      const at = deps.now().toISOString()
      const mayAddAnybody = instanceRole === 'owner'
      const changed = await changeOrRefuse(w, { projectId: project.id, changes, at, mayAddAnybody, by: name })
      await proveAndRecord(w, { projectId: project.id, changed, caller }, deps)
      const people = await peopleOfChanges(w, changed)
      const endedInvitations = await endLostInvitations(w, people, { at, origin: caller.origin })
      const kept = await keptAccess(w, { projectId: project.id, changed })
      return { undo: changed.map(undoOf), keptAccess: kept, endedInvitations }
    }, by)
  }
}

/** Removes the caller from a project. */
function leave(deps: Deps): Handlers['members']['leave'] {
  return async ({ caller, write }) => {
    const { id, name } = requireActor(caller)
    const userId = userIdOf(id)
    // A token cannot leave a project: it would be useless afterwards.
    if (caller.user === null || userId === null) throw new Failure('not-allowed', { reason: 'token-scope' })
    return write(async (w, { project }) => {
      const projectId = await membersProject(w, project.id)
      const own = await membershipVersion(w, { projectId, userId })
      if (own === null) throw new Failure('not-found', { what: 'member' })
      const changes: MemberChange[] = [{ who: memberRef('user', userId), baseVersion: own, rights: null }]
      const at = deps.now().toISOString()
      const changed = await changeOrRefuse(w, { projectId, changes, at, mayAddAnybody: false, by: name })
      await proveAndRecord(w, { projectId, changed, caller }, deps)
      const endedInvitations = await endLostInvitations(w, [userId], { at, origin: caller.origin })
      return { keptAccess: await keptAccess(w, { projectId, changed }), endedInvitations }
    }, id)
  }
}

/** Records changes of members. Throws if one of a manager requires a recent proof of who the caller is. */
async function proveAndRecord(
  w: Writer,
  made: { readonly projectId: number; readonly changed: readonly ChangedMember[]; readonly caller: Caller },
  deps: Deps,
): Promise<void> {
  const { changed, caller } = made
  requireProofForManagers(
    caller,
    deps,
    changed.flatMap(({ before, after }) => [before, after]),
  )
  await recordChanges(w, made)
}

function offsetOf(cursor: string | undefined): number {
  const offset = Number(cursor ?? 0)
  return Number.isSafeInteger(offset) && offset >= 0 ? offset : 0
}

function changesOf(changes: readonly MemberChangeBody[]): readonly MemberChange[] {
  const named = new Set(changes.map(({ who }) => who))
  if (named.size < changes.length) throw refusedField('/changes', 'named-twice')
  return changes.map(({ who, baseVersion, rights }) => ({
    who,
    baseVersion,
    rights: rights && rightsFrom(rights),
  }))
}

function undoOf({ who, version, before }: ChangedMember): MemberChangeBody {
  return { who, baseVersion: version, rights: before && presentRights(before) }
}

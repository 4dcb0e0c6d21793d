import { Failure, type PersonReply } from '@dragoman/contract'
import {
  type AuditDeed,
  deleteSessionsOf,
  listPeople,
  lockUser,
  openInvitationsBy,
  type PersonRow,
  personById,
  type Reader,
  recordAudit,
  removePerson,
  type Store,
  setInstanceRole,
  suspendPerson,
  type Writer,
} from '@dragoman/store'
import { endLostInvitations, withdrawLost } from '../../access/inviting.ts'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { notifySignInChanged } from '../account/password-handlers.ts'
import { endSecondFactor } from '../account/second-factor-handlers.ts'
import { keepOwnerWay } from '../oidc/kept-provider.ts'

/**
 * Handlers for owners: everyone with an account. Irreversible actions are in people's own account settings.
 */
export function peopleHandlers(
  deps: Deps,
): Pick<
  Handlers['admin'],
  'people' | 'setRole' | 'signOutPerson' | 'removeTotp' | 'suspend' | 'removePerson'
> {
  const at = () => deps.now().toISOString()
  return {
    people: page(deps.store, at),
    setRole: setRole(at),
    signOutPerson: signOut(at),
    removeTotp: turnOffSecondFactor(deps, at),
    suspend: suspend(at),
    removePerson: remove(at),
  }
}

/** Returns a page of the people. */
function page(store: Store, at: () => string): Handlers['admin']['people'] {
  return ({ query }) =>
    store.read(async (r) => {
      const { q = '', cursor = null, limit } = query
      const { people, next } = await listPeople(r, { text: q, after: cursor, at: at(), limit })
      return { people: people.map(presentPerson), next }
    })
}

/** Ends all sessions of a person. */
function signOut(at: () => string): Handlers['admin']['signOutPerson'] {
  return ({ params, caller }) =>
    caller.write(async (w) => {
      const { id, name } = await requireExistingPerson(w, params.person, at())
      const details = { sessions: await deleteSessionsOf(w, id) }
      const entry = { kind: 'session.ended', projectId: null, target: name, details } as const
      await recordAudit(w, { ...entry, origin: caller.origin })
      return presentPerson(await requireExistingPerson(w, id, at()))
    })
}

/** Turns off the second factor of someone who cannot enter a code any more. Their own is turned off in their account. */
function turnOffSecondFactor(
  deps: Pick<Deps, 'now' | 'mail'>,
  at: () => string,
): Handlers['admin']['removeTotp'] {
  return ({ params, caller }) =>
    caller.write(async (w) => {
      const user = await lockUser(w, params.person)
      if (user === null) throw new Failure('not-found', { what: 'person' })
      if (caller.user?.id === user.id) throw new Failure('not-allowed', { reason: 'own-account' })
      if (!user.hasSecondFactor) throw new Failure('not-found', { what: 'second-factor' })
      await endSecondFactor(w, user.id, at())
      await recordAudit(w, {
        kind: 'account.changed',
        projectId: null,
        origin: caller.origin,
        target: user.name,
        details: { what: 'second factor', is: 'off', by: 'owner' },
      })
      await notifySignInChanged(w, deps, user)
      return presentPerson(await requireExistingPerson(w, user.id, at()))
    }, requireActor(caller).id)
}

/** Suspends a person, or ends that. */
function suspend(at: () => string): Handlers['admin']['suspend'] {
  return async ({ params, body: { isSuspended }, caller }) => {
    const { person, endedInvitations } = await changeOther(
      { caller, id: params.person, at },
      async (w, { id }) =>
        (await suspendPerson(w, id, isSuspended ? at() : null))
          ? { kind: 'user.changed', details: { isSuspended } }
          : null,
    )
    if (person === null) throw new Failure('not-found', { what: 'person' })
    return { ...presentPerson(person), endedInvitations }
  }
}

/** Removes a person, unless they are the last owner. */
function remove(at: () => string): Handlers['admin']['removePerson'] {
  return async ({ params, caller }) => {
    const { endedInvitations } = await changeOther(
      { caller, id: params.person, at },
      async (w, { id, role, projects }) =>
        (await removePerson(w, id)) ? { kind: 'user.removed', details: { role, projects } } : null,
    )
    return { endedInvitations }
  }
}

/** Changes the role of a person, unless they are the last owner. */
function setRole(at: () => string): Handlers['admin']['setRole'] {
  return ({ params, body, caller }) =>
    caller.write(async (w) => {
      const { id, name, role: before } = await requireExistingPerson(w, params.person, at())
      const { role } = body
      let endedInvitations = 0
      if (role !== before) {
        const by = requireActor(caller).name
        if (!(await keepOwnerWay(w, () => setInstanceRole(w, id, role, by))))
          throw new Failure('not-allowed', { reason: 'last-owner' })
        const details = { before, role }
        const entry = { kind: 'user.changed', projectId: null, target: name, details } as const
        await recordAudit(w, { ...entry, origin: caller.origin })
        endedInvitations = await endLostInvitations(w, [id], { at: at(), origin: caller.origin })
      }
      return { ...presentPerson(await requireExistingPerson(w, id, at())), endedInvitations }
    }, requireActor(caller).id)
}

async function requireExistingPerson(r: Reader, id: number, at: string): Promise<PersonRow> {
  const person = await personById(r, id, at)
  if (person === null) throw new Failure('not-found', { what: 'person' })
  return person
}

type OfOther = { readonly caller: Caller; readonly id: number; readonly at: () => string }

/** Changes a person other than the caller, and records it; `change` returns whether it could be done. */
async function changeOther(
  { caller, id, at }: OfOther,
  change: (w: Writer, person: PersonRow) => Promise<AuditDeed<'user.changed' | 'user.removed'> | null>,
): Promise<{ readonly person: PersonRow | null; readonly endedInvitations: number }> {
  return caller.write(async (w) => {
    const person = await requireExistingPerson(w, id, at())
    if (caller.user?.id === id) throw new Failure('not-allowed', { reason: 'own-account' })
    const invitations = await openInvitationsBy(w, id, at())
    const done = await keepOwnerWay(w, () => change(w, person))
    if (done === null) throw new Failure('not-allowed', { reason: 'last-owner' })
    await recordAudit(w, { ...done, projectId: null, target: person.name, origin: caller.origin })
    const endedInvitations = await withdrawLost(w, invitations, { at: at(), origin: caller.origin })
    return { person: await personById(w, id, at()), endedInvitations }
  }, requireActor(caller).id)
}

function presentPerson({ suspendedAt, ...person }: PersonRow): PersonReply {
  return { ...person, isSuspended: suspendedAt !== null }
}

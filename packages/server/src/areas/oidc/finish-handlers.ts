import { Failure, type KeptProvider } from '@dragoman/contract'
import { LIMITS, usableName } from '@dragoman/core'
import {
  createMember,
  isNameTaken,
  keepSessionIdentity,
  type LockedUser,
  linkIdentity,
  lockUser,
  NameTakenError,
  putProvidedGroups,
  type Reader,
  recordAudit,
  type SignInState,
  takeSignInState,
  type UserRow,
  userByIdentity,
  type Writer,
} from '@dragoman/store'
import { endLostInvitations } from '../../access/inviting.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { hashOfSecret } from '../../secrets/hash-of-secret.ts'
import { notifySignInChanged } from '../account/password-handlers.ts'
import { acceptForNew, openInvitation } from '../invitations/accept-invitation.ts'
import { beginSession } from '../session/begin-session.ts'
import { noteRefused } from '../session/note-refused.ts'
import { keptProvider, requireProvider } from './kept-provider.ts'
import { type Claims, openProvider, type ProvidedPerson } from './provider.ts'

/** What happens when someone comes back from the provider. */
export function finishHandlers(deps: Deps): Pick<Handlers['oidc'], 'finish'> {
  return {
    async finish({ body, caller }) {
      const state = await takeState(deps, caller)
      const provider = await requireProvider(deps)
      // The provider might have been changed in the meantime: an answer from one is not valid for another.
      if (provider.issuer !== state.issuer) throw new Failure('sign-in-expired')
      const client = await openProvider(provider, deps)
      const person = await client.finish(body.query, state)
      if (state.userId === null) {
        const invitation = body.invitation ?? null
        const joined = await signIn(deps, provider, person, { caller, invitation }).catch(
          async (error: unknown) => {
            const { issuer } = provider
            const user = await deps.store.read((r) => userByIdentity(r, { issuer, subject: person.subject }))
            const asked = user?.name ?? nameOf(person.claims) ?? person.subject
            await noteRefused(caller, error, { user, asked })
            throw error
          },
        )
        return { outcome: 'signed-in', joined }
      }
      const { user } = caller
      if (user === null || user.id !== state.userId) throw new Failure('sign-in-expired')
      await link(deps, state, person, { caller, user })
      return { outcome: 'linked', joined: null }
    },
  }
}

/** Returns the sign-in that this browser started; it works once. */
async function takeState(deps: Pick<Deps, 'now'>, caller: Caller): Promise<SignInState> {
  const id = caller.signInCookie.get()
  caller.signInCookie.end()
  const at = deps.now().toISOString()
  const state = id && (await caller.write((w) => takeSignInState(w, { idHash: hashOfSecret(id), at })))
  if (!state) throw new Failure('sign-in-expired')
  return state
}

/** Signs someone in. A new account accepts the open invitation; returns what it joined, or null. */
async function signIn(
  deps: Deps,
  asked: KeptProvider,
  person: ProvidedPerson,
  { caller, invitation: code }: { readonly caller: Caller; readonly invitation: string | null },
): Promise<{ readonly project: string | null } | null> {
  const at = deps.now().toISOString()
  return caller.write(async (w) => {
    const provider = await sameProvider(deps, w, asked)
    const invitation = code === null ? null : await openInvitation(w, code, at)
    const { user, isNew } = await accountOf(w, { provider, person, isInvited: invitation !== null, at })
    if (user === null) throw new Failure('no-account', { name: nameOf(person.claims) ?? person.subject })
    const origin = { ...caller.origin, actor: { id: `user:${user.id}` as const, name: user.name } }
    const accepted =
      isNew && invitation !== null ? await acceptForNew(w, invitation, { user, caller, at }) : null
    const { joined, left } = await putProvidedGroups(w, {
      userId: user.id,
      groupIds: groupsOf(provider, person.claims),
    })
    if (left.length > 0) await endLostInvitations(w, [user.id], { at, origin })
    if (joined.length + left.length > 0)
      await recordAudit(w, {
        kind: 'group.changed',
        projectId: null,
        origin,
        target: user.name,
        details: { by: provider.issuer, joined, left },
      })
    const by = new URL(provider.issuer)
    const { sessionHash } = await beginSession(w, user, { caller, by, deps })
    const sid = person.claims.get('sid')
    await keepSessionIdentity(w, {
      sessionHash,
      issuer: provider.issuer,
      idToken: person.idToken,
      subject: person.subject,
      providerSession: typeof sid === 'string' ? sid : null,
    })
    return accepted
  })
}

/** Returns the provider with its settings of now. Throws `sign-in-expired` if it is not the one that was asked. */
async function sameProvider(
  deps: Pick<Deps, 'sealing'>,
  r: Reader,
  asked: KeptProvider,
): Promise<KeptProvider> {
  const now = await keptProvider(r, deps.sealing)
  if (now?.issuer !== asked.issuer || now.clientId !== asked.clientId) throw new Failure('sign-in-expired')
  return now
}

async function link(
  deps: Pick<Deps, 'now' | 'mail'>,
  state: SignInState,
  person: ProvidedPerson,
  { caller, user }: { readonly caller: Caller; readonly user: UserRow },
): Promise<void> {
  try {
    await caller.write(async (w) => {
      const at = deps.now().toISOString()
      await linkIdentity(w, { issuer: state.issuer, subject: person.subject, userId: user.id, at })
      await recordAudit(w, {
        kind: 'account.changed',
        projectId: null,
        origin: caller.origin,
        target: user.name,
        details: { linked: state.issuer },
      })
      const provider = new URL(state.issuer).host
      await notifySignInChanged(w, deps, user, { context: 'linked', provider })
    })
  } catch (error) {
    if (error instanceof NameTakenError) throw new Failure('identity-taken')
    throw error
  }
}

/** Returns the account of someone at the provider, locked, and creates it if that is allowed. */
async function accountOf(
  w: Writer,
  {
    provider: { issuer, allowsNew },
    person: { subject, claims },
    isInvited,
    at,
  }: {
    readonly provider: KeptProvider
    readonly person: ProvidedPerson
    readonly isInvited: boolean
    readonly at: string
  },
): Promise<{ readonly user: LockedUser | null; readonly isNew: boolean }> {
  const known = await userByIdentity(w, { issuer, subject })
  if (known !== null) {
    const locked = await lockUser(w, known.id)
    // Until it was locked, the identity could be unlinked.
    const isLinked = (await userByIdentity(w, { issuer, subject }))?.id === known.id
    return { user: isLinked ? locked : null, isNew: false }
  }
  if (!allowsNew && !isInvited) return { user: null, isNew: false }
  const user = await createMember(w, {
    name: await freeName(w, nameOf(claims) ?? usableName(subject) ?? 'Person'),
    passwordHash: null,
    at,
  })
  await linkIdentity(w, { issuer, subject, userId: user.id, at })
  return { user: await lockUser(w, user.id), isNew: true }
}

function nameOf(claims: Claims): string | null {
  for (const claim of ['name', 'preferred_username', 'nickname', 'email']) {
    const value = claims.get(claim)
    const name = typeof value === 'string' ? usableName(value) : null
    if (name !== null) return name
  }
  return null
}

/** Two people can have the same name, but names are unique here, also among those that look the same. */
async function freeName(r: Reader, wanted: string): Promise<string> {
  const base = usableName(wanted.slice(0, LIMITS.nameMax - 6)) ?? 'Person'
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base} ${number}`
    if (!(await isNameTaken(r, name))) return name
  }
}

function groupsOf({ groupsClaim, groups }: KeptProvider, claims: Claims): number[] {
  const named = groupsClaim === null ? [] : claims.get(groupsClaim)
  const names = new Set(Array.isArray(named) ? named : [named])
  return groups.filter(({ claim }) => names.has(claim)).map(({ groupId }) => groupId)
}

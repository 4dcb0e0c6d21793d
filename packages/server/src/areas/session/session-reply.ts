import type { SessionReply } from '@dragoman/contract'
import { type Principal, userIdOf } from '@dragoman/core'
import { notifiedPerson, owner, type ProjectRow, passkeysOf, type UserRow, userById } from '@dragoman/store'
import { principalOf } from '../../access/principal-of.ts'
import { readableProjects } from '../../access/readable-projects.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { relyingPartyOf } from '../account/relying-party.ts'

/**
 * Returns what the interface knows about the signed-in person and the ways to sign in. With a token: the person it
 * belongs to, and the projects that the token can read.
 */
export async function sessionReply(
  deps: Deps,
  signedIn: UserRow | null,
  caller: Pick<Caller, 'host'> & { readonly token?: Principal | null },
): Promise<SessionReply> {
  const { theOwner, user, principal, projects, passkeys, notified } = await deps.store.read(async (r) => {
    const ofToken = userIdOf(caller.token?.id ?? null)
    const user = signedIn ?? (ofToken === null ? null : await userById(r, ofToken))
    const principal =
      signedIn !== null ? await principalOf(r, signedIn) : ofToken === null ? null : (caller.token ?? null)
    return {
      user,
      theOwner: await owner(r),
      principal,
      projects: await readableProjects(r, principal),
      passkeys: user === null ? [] : await passkeysOf(r, user.id),
      notified: user === null ? null : await notifiedPerson(r, user.id),
    }
  })
  const served = deps.servedProject()
  const latest = projects.reduce<(typeof projects)[number] | null>(
    (best, row) => (best === null || row.revision > best.revision ? row : best),
    null,
  )
  return {
    setupNeeded: theOwner === null,
    signInBy:
      !deps.edition.hasAccounts && theOwner !== null && theOwner.passwordHash === null ? 'link' : 'password',
    actor:
      user &&
      principal &&
      presentPerson(principal, {
        user,
        projects,
        hasPasskey: passkeys.length > 0,
        timeZone: notified?.timeZone ?? null,
      }),
    version: deps.version,
    delivery: deps.deliveryMode,
    firstProject: projects.find(({ slug }) => slug === served)?.slug ?? latest?.slug ?? null,
    sendsEmail: deps.mail.isConfigured,
    passkeys: deps.edition.hasAccounts && relyingPartyOf(caller, deps) !== null,
  }
}

function presentPerson(
  { id, name, memberships }: Principal,
  {
    user,
    projects,
    hasPasskey,
    timeZone,
  }: {
    readonly user: UserRow
    readonly projects: readonly ProjectRow[]
    readonly hasPasskey: boolean
    readonly timeZone: string | null
  },
): SessionReply['actor'] {
  return {
    id,
    name,
    instanceRole: user.role,
    hasPassword: user.passwordHash !== null,
    hasPasskey,
    picture: user.picture,
    language: user.settings.language ?? null,
    timeZone,
    memberships: projects.flatMap(({ id: projectId, slug }) => {
      const own = memberships.get(projectId) ?? []
      return own.map(({ role, languages, namespaces, groupId }) => ({
        projectId,
        project: slug,
        role,
        languages: languages && [...languages],
        namespaces: namespaces && [...namespaces],
        groupId,
      }))
    }),
  }
}

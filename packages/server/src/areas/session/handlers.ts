import { Failure, isFailure, type SessionReply } from '@dragoman/contract'
import type { Principal } from '@dragoman/core'
import {
  createOwner,
  createSession,
  deleteSession,
  forgetSetupCode,
  owner,
  type ProjectRow,
  renameUser,
  type UserRow,
  userByName,
} from '@dragoman/store'
import { principalOf } from '../../access/principal-of.ts'
import { readableProjects } from '../../access/readable-projects.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { hashOfSessionId, newSessionId, SESSION_MS } from '../../http/session-cookie.ts'
import { limitAttempts } from './attempt-limits.ts'
import { createPasswordHashing } from './password-hashing.ts'
import { isCommonPassword } from './password-strength.ts'

/** Who is signed in, the first owner's set-up, and the ways in. */
export function sessionHandlers(deps: Deps): Handlers['session'] {
  const limits = limitAttempts(deps)
  const passwords = createPasswordHashing()

  async function reply(user: UserRow | null): Promise<SessionReply> {
    const { theOwner, principal, projects } = await deps.store.read(async (r) => {
      const principal = user && (await principalOf(r, user))
      return { theOwner: await owner(r), principal, projects: await readableProjects(r, principal) }
    })
    const served = deps.servedProject()
    const latest = projects.reduce<(typeof projects)[number] | null>(
      (best, row) => (best === null || row.revision > best.revision ? row : best),
      null,
    )
    return {
      setupNeeded: theOwner === null,
      signInBy: theOwner !== null && theOwner.passwordHash === null ? 'link' : 'password',
      actor: user && principal && presentPerson(principal, { user, projects }),
      version: deps.version,
      delivery: deps.deliveryMode,
      firstProject: projects.find(({ slug }) => slug === served)?.slug ?? latest?.slug ?? null,
    }
  }

  async function signIn(user: UserRow, caller: Caller): Promise<SessionReply> {
    const id = newSessionId()
    const now = deps.now()
    const expiresAt = new Date(now.getTime() + SESSION_MS).toISOString()
    await deps.store.write((w) =>
      createSession(w, { userId: user.id, idHash: hashOfSessionId(id), at: now.toISOString(), expiresAt }),
    )
    caller.setSession(id)
    return reply(user)
  }

  async function requireCode(code: string, caller: Caller): Promise<void> {
    // A random code cannot be guessed, so whoever has it must not be held up by wrong attempts of others at
    // the same address.
    const isRight = deps.setupCode.matches(code)
    if (isRight && deps.setupCode.isRandom()) return
    const attempt = await limits.begin({ address: caller.address })
    if (!isRight) throw new Failure('wrong-code')
    await attempt.withdraw()
  }

  return {
    get: async ({ caller }) => reply(caller.user),

    async setUp({ body, caller }) {
      await requireCode(body.code, caller)
      if (await isCommonPassword(body.password, [body.name])) throw new Failure('password-too-common')
      const passwordHash = await passwords.hash(body.password)
      const user = await deps.store.write(async (w) => {
        if ((await owner(w)) !== null) return null
        await forgetSetupCode(w)
        return createOwner(w, { name: body.name, passwordHash, at: deps.now().toISOString() })
      })
      if (user === null) throw new Failure('already-set-up')
      deps.setupCode.useUp()
      return signIn(user, caller)
    },

    async checkPassword({ body }) {
      if ((await deps.store.read(owner)) !== null) throw new Failure('already-set-up')
      return { problem: (await isCommonPassword(body.password, [body.name])) ? 'password-too-common' : null }
    },

    async enter({ body, caller }) {
      // Opening the printed address a second time in the same browser is no mistake.
      if (caller.user !== null) return reply(caller.user)
      const user = await deps.store.read(owner)
      if (user === null || user.passwordHash !== null) throw new Failure('wrong-code')
      await requireCode(body.code, caller)
      deps.setupCode.useUp()
      return signIn(user, caller)
    },

    async signIn({ body, caller }) {
      const attempt = await limits.begin({ address: caller.address, account: body.name })
      try {
        const known = await deps.store.read((r) => userByName(r, body.name))
        // An unknown name takes as long as a wrong password, so that names cannot be found out by the clock.
        const isRight = await passwords.verify(known?.passwordHash ?? null, body.password)
        if (known === null || !isRight) throw new Failure('wrong-credentials')
        await attempt.withdraw()
        return await signIn(known, caller)
      } catch (error) {
        // Only a password that was looked at and found wrong counts.
        if (!isFailure(error, 'wrong-credentials')) await attempt.withdraw()
        throw error
      }
    },

    async rename({ body, caller }) {
      const { user } = caller
      if (user === null) throw new Failure('not-signed-in')
      const renamed = await deps.store.write((w) => renameUser(w, user.id, body.name))
      return reply(renamed)
    },

    async signOut({ caller }) {
      const { sessionHash } = caller
      if (sessionHash !== null) await deps.store.write((w) => deleteSession(w, sessionHash))
      caller.endSession()
      return reply(null)
    },
  }
}

function presentPerson(
  { id, name, instanceRole, memberships }: Principal,
  { user, projects }: { readonly user: UserRow; readonly projects: readonly ProjectRow[] },
): SessionReply['actor'] {
  return {
    id,
    name,
    instanceRole,
    hasPassword: user.passwordHash !== null,
    memberships: projects.flatMap(({ id: projectId, slug }) => {
      const membership = memberships.get(projectId)
      if (membership === undefined) return []
      const { role, languages, namespaces } = membership
      return {
        projectId,
        project: slug,
        role,
        languages: languages && [...languages],
        namespaces: namespaces && [...namespaces],
      }
    }),
  }
}

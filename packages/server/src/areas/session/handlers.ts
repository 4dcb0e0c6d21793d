import { Failure, type SessionReply } from '@dragoman/contract'
import { createOwner, createSession, deleteSession, listProjects, owner, type UserRow } from '@dragoman/store'
import { hash, verify } from '@node-rs/argon2'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { hashOfSessionId, newSessionId, SESSION_MS } from '../../http/session-cookie.ts'
import { countTries } from './tries.ts'

/** Who is signed in, the first owner's set-up, and the ways in. */
export function sessionHandlers(deps: Deps): Handlers['session'] {
  const tries = countTries(deps.now)

  async function reply(user: UserRow | null): Promise<SessionReply> {
    const { hasOwner, projects } = await deps.store.read(async (r) => ({
      hasOwner: (await owner(r)) !== null,
      projects: user === null ? [] : await listProjects(r),
    }))
    const latest = projects.reduce<(typeof projects)[number] | null>(
      (best, row) => (best === null || row.revision > best.revision ? row : best),
      null,
    )
    return {
      setupNeeded: !hasOwner,
      actor: user && { name: user.name, instanceRole: 'owner', hasPassword: user.passwordHash !== null },
      version: deps.version,
      firstProject: user === null ? null : (deps.servedProject() ?? latest?.slug ?? null),
    }
  }

  async function signIn(user: UserRow, caller: Caller): Promise<SessionReply> {
    const id = newSessionId()
    const now = deps.now()
    const expiresAt = new Date(now.getTime() + SESSION_MS).toISOString()
    await deps.store.write((w) => createSession(w, { userId: user.id, idHash: hashOfSessionId(id), at: now.toISOString(), expiresAt }))
    caller.setSession(id)
    return reply(user)
  }

  function demandCode(code: string, caller: Caller): void {
    const names = [`code ${caller.address}`]
    tries.demand(names)
    if (deps.setupCode.matches(code)) return
    tries.failed(names)
    throw new Failure('wrong-code')
  }

  return {
    get: async ({ caller }) => reply(caller.user),

    async setUp({ body, caller }) {
      demandCode(body.code, caller)
      const passwordHash = await hash(body.password)
      const user = await deps.store.write(async (w) => {
        if ((await owner(w)) !== null) return null
        return createOwner(w, { name: body.name, passwordHash, at: deps.now().toISOString() })
      })
      if (user === null) throw new Failure('already-set-up')
      deps.setupCode.use(body.code)
      return signIn(user, caller)
    },

    async enter({ body, caller }) {
      // Opening the printed address a second time in the same browser is no mistake.
      if (caller.user !== null) return reply(caller.user)
      const user = await deps.store.read(owner)
      if (user === null || user.passwordHash !== null) throw new Failure('wrong-code')
      demandCode(body.code, caller)
      deps.setupCode.use(body.code)
      return signIn(user, caller)
    },

    async signIn({ body, caller }) {
      const names = [`address ${caller.address}`, `account ${body.name}`]
      tries.demand(names)
      const user = await deps.store.read(owner)
      const known = user !== null && user.name === body.name ? user : null
      // An unknown name takes as long as a wrong password, so that names cannot be found out by the clock.
      const isRight = await verify(known?.passwordHash ?? (await decoyHash()), body.password)
      if (known === null || known.passwordHash === null || !isRight) {
        tries.failed(names)
        throw new Failure('wrong-credentials')
      }
      tries.succeeded(names)
      return signIn(known, caller)
    },

    async signOut({ caller }) {
      const { sessionHash } = caller
      if (sessionHash !== null) await deps.store.write((w) => deleteSession(w, sessionHash))
      caller.endSession()
      return reply(null)
    },
  }
}

let decoy: Promise<string> | null = null

function decoyHash(): Promise<string> {
  decoy ??= hash('a password that nobody has')
  return decoy
}

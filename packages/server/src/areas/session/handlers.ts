import { Failure, isFailure, type SessionReply } from '@dragoman/contract'
import type { AuditDetails } from '@dragoman/core'
import {
  addShortSecret,
  createOwner,
  deleteSession,
  foldAddress,
  forgetSetupCode,
  owner,
  recordAudit,
  renameUser,
  shortSecret,
  type UserRow,
  userById,
  userByLogin,
  useShortSecret,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { hashOfSessionId, newSessionId, PENDING_MS } from '../../http/session-cookie.ts'
import { passkeyOptions, readPasskeyAnswer } from '../account/passkey-answers.ts'
import { checkSecondFactor } from '../account/second-factor-check.ts'
import { isTotpCode } from '../account/second-factor-codes.ts'
import { requireOwnWay } from '../oidc/kept-provider.ts'
import { limitAttempts } from './attempt-limits.ts'
import { beginSession, originOfPerson, type SignInBy } from './begin-session.ts'
import { isCommonPassword } from './password-strength.ts'
import { sessionReply } from './session-reply.ts'

/** Handlers for the current session, the first owner's setup, and signing in. */
export function sessionHandlers(deps: Deps): Handlers['session'] {
  const limits = limitAttempts(deps)
  const { passwords, store } = deps

  async function signIn(user: UserRow, caller: Caller, by: SignInBy): Promise<SessionReply> {
    await caller.write((w) => beginSession(w, user, { caller, by, deps }))
    return sessionReply(deps, user, caller)
  }

  /** Throws `second-factor-needed` after a correct password; the code is due soon, in this browser. */
  async function waitForSecondFactor(user: UserRow, caller: Caller): Promise<never> {
    if (user.suspendedAt !== null) throw new Failure('account-suspended')
    const id = newSessionId()
    const now = deps.now()
    await caller.write((w) =>
      addShortSecret(w, {
        hash: hashOfSessionId(id),
        kind: 'second-factor',
        userId: user.id,
        at: now.toISOString(),
        expiresAt: new Date(now.getTime() + PENDING_MS).toISOString(),
      }),
    )
    caller.setPending(id)
    throw new Failure('second-factor-needed')
  }

  /** Returns the person whose sign-in waits for a second factor in this browser. Throws `sign-in-again`. */
  async function waitingPerson(caller: Caller): Promise<{ readonly hash: string; readonly user: UserRow }> {
    const hash = caller.pendingId === null ? '' : hashOfSessionId(caller.pendingId)
    const user = await store.read(async (r) => {
      const secret = await shortSecret(r, 'second-factor', hash)
      const isOver = secret === null || secret.usedAt !== null || secret.expiresAt <= deps.now().toISOString()
      return isOver || secret.userId === null ? null : userById(r, secret.userId)
    })
    if (user === null) throw new Failure('sign-in-again')
    return { hash, user }
  }

  async function noteRefused(
    caller: Caller,
    user: UserRow | null,
    asked: string,
    why: AuditDetails['session.refused']['why'],
  ) {
    await caller.write((w) =>
      recordAudit(w, {
        kind: 'session.refused',
        projectId: null,
        origin: user === null ? caller.origin : originOfPerson(caller, user),
        target: asked,
        details: { why, device: caller.device },
      }),
    )
  }

  async function requireCode(code: string, caller: Caller): Promise<void> {
    // A random code cannot be guessed, so wrong attempts of others at the same address must not block anyone
    // who has it.
    const isRight = deps.setupCode.matches(code)
    if (isRight && deps.setupCode.isRandom()) return
    const attempt = await limits.begin({ address: caller.address })
    if (!isRight) throw new Failure('wrong-code')
    await attempt.withdraw()
  }

  return {
    get: async ({ caller }) =>
      sessionReply(deps, caller.user, {
        host: caller.host,
        token: caller.user === null ? caller.actor : null,
      }),

    async setUp({ body, caller }) {
      await requireCode(body.code, caller)
      if (await isCommonPassword(deps, body.password, [body.name])) throw new Failure('password-too-common')
      const passwordHash = await passwords.hash(body.password)
      const user = await caller.write(async (w) => {
        if ((await owner(w)) !== null) return null
        await forgetSetupCode(w)
        return createOwner(w, { name: body.name, passwordHash, at: deps.now().toISOString() })
      })
      if (user === null) throw new Failure('already-set-up')
      deps.setupCode.useUp()
      return signIn(user, caller, 'set-up')
    },

    async checkPassword({ body }) {
      if ((await store.read(owner)) !== null) throw new Failure('already-set-up')
      return {
        problem: (await isCommonPassword(deps, body.password, [body.name])) ? 'password-too-common' : null,
      }
    },

    async enter({ body, caller }) {
      // Opening the printed address again in the same browser is not an error.
      if (caller.user !== null) return sessionReply(deps, caller.user, caller)
      const user = await store.read(owner)
      if (user === null || user.passwordHash !== null) throw new Failure('wrong-code')
      await requireCode(body.code, caller)
      deps.setupCode.useUp()
      return signIn(user, caller, 'link')
    },

    async signIn({ body, caller }) {
      const attempt = await limits.begin({ address: caller.address, account: foldAddress(body.name) })
      let known: UserRow | null = null
      try {
        known = await store.read((r) => userByLogin(r, body.name))
        // An unknown name takes as long as a wrong password, so that response times do not reveal names.
        const isRight = await passwords.verify(known?.passwordHash ?? null, body.password)
        if (known === null || !isRight) throw new Failure('wrong-credentials')
        await attempt.withdraw()
        const { role } = known
        await store.read((r) => requireOwnWay(r, { role }))
        return known.hasSecondFactor
          ? await waitForSecondFactor(known, caller)
          : await signIn(known, caller, 'password')
      } catch (error) {
        // Only a password that was checked and found wrong counts.
        if (!isFailure(error, 'wrong-credentials')) await attempt.withdraw()
        if (isFailure(error, 'wrong-credentials')) await noteRefused(caller, known, body.name, 'password')
        if (isFailure(error, 'account-suspended')) await noteRefused(caller, known, body.name, 'suspended')
        throw error
      }
    },

    async secondFactor({ body, caller }) {
      const { hash, user } = await waitingPerson(caller)
      const attempt = await limits.begin({
        address: caller.address,
        ...(isTotpCode(body.code) ? { strict: `second factor ${user.id}` } : {}),
      })
      try {
        const code = await checkSecondFactor(deps, user, body.code)
        await caller.write(async (w) => {
          await code.take(w)
          if (!(await useShortSecret(w, hash, deps.now().toISOString()))) throw new Failure('sign-in-again')
          await beginSession(w, user, { caller, by: code.by, deps })
        })
      } catch (error) {
        if (isFailure(error, 'wrong-second-factor'))
          await noteRefused(caller, user, user.name, 'second factor')
        else await attempt.withdraw()
        throw error
      }
      await attempt.withdraw()
      caller.setPending(null)
      return sessionReply(deps, user, caller)
    },

    async passkeyOptions({ caller }) {
      return { options: await passkeyOptions(deps, { caller, purpose: 'sign-in', user: null }) }
    },

    async passkey({ body, caller }) {
      const attempt = await limits.begin({ address: caller.address })
      const answer = await readPasskeyAnswer(deps, {
        caller,
        purpose: 'sign-in',
        user: null,
        answer: body.answer,
      })
      const user = await caller.write(async (w) => {
        await answer.take(w)
        const user = await userById(w, answer.passkey.userId)
        if (user === null) throw new Failure('wrong-passkey')
        await beginSession(w, user, { caller, by: 'passkey', deps })
        return user
      })
      await attempt.withdraw()
      if (caller.pendingId !== null) caller.setPending(null)
      return sessionReply(deps, user, caller)
    },

    async rename({ body, caller }) {
      const { user } = caller
      if (user === null) throw new Failure('not-signed-in')
      const renamed = await caller.write((w) => renameUser(w, user.id, body.name))
      return sessionReply(deps, renamed, caller)
    },

    async signOut({ caller }) {
      const { sessionHash, user } = caller
      if (sessionHash !== null && user !== null)
        await caller.write(async (w) => {
          await deleteSession(w, sessionHash)
          await recordAudit(w, {
            kind: 'session.ended',
            projectId: null,
            origin: caller.origin,
            target: user.name,
            details: {},
          })
        })
      caller.endSession()
      return sessionReply(deps, null, caller)
    },
  }
}

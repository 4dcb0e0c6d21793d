import { Failure, isFailure } from '@dragoman/contract'
import {
  addShortSecret,
  foldAddress,
  type LockedUser,
  lockUser,
  passkeyById,
  type Reader,
  shortSecret,
  type UserRow,
  userById,
  userByLogin,
  useShortSecret,
  type Writer,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { newSessionId, PENDING_MS } from '../../http/session-cookie.ts'
import { hashOfSecret } from '../../secrets/hash-of-secret.ts'
import { passkeyOptions, readPasskeyAnswer } from '../account/passkey-answers.ts'
import { checkSecondFactor } from '../account/second-factor-check.ts'
import { isTotpCode } from '../account/second-factor-codes.ts'
import { requireOwnWay } from '../oidc/kept-provider.ts'
import { limitAttempts } from './attempt-limits.ts'
import { beginSession } from './begin-session.ts'
import { noteRefused } from './note-refused.ts'
import { sessionReply } from './session-reply.ts'

/** Signing in with a password, a second factor or a passkey. */
export function signInHandlers(
  deps: Deps,
): Pick<Handlers['session'], 'signIn' | 'secondFactor' | 'passkeyOptions' | 'passkey'> {
  const limits = limitAttempts(deps)
  const { passwords, store } = deps

  return {
    async signIn({ body, caller }) {
      const attempt = await limits.begin({ address: caller.address, account: foldAddress(body.name) })
      let known: UserRow | null = null
      try {
        known = await store.read((r) => userByLogin(r, body.name))
        // An unknown name takes as long as a wrong password, so that response times do not reveal names.
        const isRight = await passwords.verify(known?.passwordHash ?? null, body.password)
        if (known === null || !isRight) throw new Failure('wrong-credentials')
        const user = await afterPassword(deps, known, caller)
        await attempt.withdraw()
        return sessionReply(deps, user, caller)
      } catch (error) {
        // Only a password that was checked and found wrong counts.
        if (!isFailure(error, 'wrong-credentials')) await attempt.withdraw()
        await noteRefused(caller, error, { user: known, asked: body.name })
        throw error
      }
    },

    async secondFactor({ body, caller }) {
      const { hash, user } = await waitingPerson(deps, caller)
      const attempt = await limits.begin({
        address: caller.address,
        ...(isTotpCode(body.code) ? { strict: `second factor ${user.id}` } : {}),
      })
      try {
        const code = await checkSecondFactor(deps, user, body.code)
        await caller.write(async (w) => {
          const now = await lockUser(w, user.id)
          if (now === null) throw new Failure('sign-in-again')
          await code.take(w)
          if (!(await useShortSecret(w, hash, deps.now().toISOString()))) throw new Failure('sign-in-again')
          await beginSession(w, now, { caller, by: code.by, deps })
        })
      } catch (error) {
        if (!isFailure(error, 'wrong-second-factor')) await attempt.withdraw()
        await noteRefused(caller, error, { user, asked: user.name })
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
      const user = await withPasskey(deps, caller, body.answer).catch(async (error: unknown) => {
        const user = await store.read((r) => userOfPasskey(r, body.answer.id))
        await noteRefused(caller, error, { user, asked: user?.name ?? '' })
        throw error
      })
      await attempt.withdraw()
      if (caller.pendingId !== null) caller.setPending(null)
      return sessionReply(deps, user, caller)
    },
  }
}

/** Signs in the owner of a passkey. Throws `wrong-passkey`. */
async function withPasskey(deps: Deps, caller: Caller, answer: { id: string }): Promise<UserRow> {
  const checked = await readPasskeyAnswer(deps, { caller, purpose: 'sign-in', user: null, answer })
  return caller.write(async (w) => {
    const user = await lockUser(w, checked.passkey.userId)
    if (user === null) throw new Failure('wrong-passkey')
    await checked.take(w)
    return (await beginSession(w, user, { caller, by: 'passkey', deps })).user
  })
}

async function userOfPasskey(r: Reader, id: string): Promise<UserRow | null> {
  const passkey = await passkeyById(r, id)
  return passkey && userById(r, passkey.userId)
}

/** Returns the secret of a sign-in that waits for a second factor in this browser, for a short time. */
async function beginWaiting(deps: Pick<Deps, 'now'>, w: Writer, user: LockedUser): Promise<string> {
  if (user.suspendedAt !== null) throw new Failure('account-suspended')
  const id = newSessionId()
  const now = deps.now()
  await addShortSecret(w, {
    hash: hashOfSecret(id),
    kind: 'second-factor',
    userId: user.id,
    at: now.toISOString(),
    expiresAt: new Date(now.getTime() + PENDING_MS).toISOString(),
  })
  return id
}

/**
 * Continues after a correct password, with the person as they are now: checking it takes seconds if many sign in.
 * Throws `wrong-credentials` if the password was replaced meanwhile, and `second-factor-needed` if a code is due.
 */
async function afterPassword(deps: Deps, checked: UserRow, caller: Caller): Promise<UserRow> {
  const { user, pendingId } = await caller.write(async (w) => {
    const user = await lockUser(w, checked.id)
    if (user === null || user.passwordHash !== checked.passwordHash) throw new Failure('wrong-credentials')
    await requireOwnWay(w, user)
    if (user.hasSecondFactor) return { user, pendingId: await beginWaiting(deps, w, user) }
    return { user: (await beginSession(w, user, { caller, by: 'password', deps })).user, pendingId: null }
  })
  if (pendingId === null) return user
  caller.setPending(pendingId)
  throw new Failure('second-factor-needed')
}

/** Returns the person whose sign-in waits for a second factor in this browser. Throws `sign-in-again`. */
async function waitingPerson(
  deps: Deps,
  caller: Caller,
): Promise<{ readonly hash: string; readonly user: UserRow }> {
  const hash = caller.pendingId === null ? '' : hashOfSecret(caller.pendingId)
  const user = await deps.store.read(async (r) => {
    const secret = await shortSecret(r, 'second-factor', hash)
    const isOver = secret === null || secret.usedAt !== null || secret.expiresAt <= deps.now().toISOString()
    return isOver || secret.userId === null ? null : userById(r, secret.userId)
  })
  if (user === null) throw new Failure('sign-in-again')
  return { hash, user }
}

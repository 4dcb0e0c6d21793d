import { Failure } from '@dragoman/contract'
import { createOwner, forgetSetupCode, lockUser, owner } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { limitAttempts } from './attempt-limits.ts'
import { beginSession } from './begin-session.ts'
import { isCommonPassword } from './password-strength.ts'
import { sessionReply } from './session-reply.ts'

/** The setup of the first owner, and entering with the code of a served folder. */
export function setupHandlers(deps: Deps): Pick<Handlers['session'], 'setUp' | 'checkPassword' | 'enter'> {
  const limits = limitAttempts(deps)
  const { passwords, store } = deps

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
    async setUp({ body, caller }) {
      await requireCode(body.code, caller)
      if (await isCommonPassword(deps, body.password, [body.name])) throw new Failure('password-too-common')
      const passwordHash = await passwords.hash(body.password)
      const user = await caller.write(async (w) => {
        if ((await owner(w)) !== null) return null
        await forgetSetupCode(w)
        const { id } = await createOwner(w, { name: body.name, passwordHash, at: deps.now().toISOString() })
        const user = await lockUser(w, id)
        return user && (await beginSession(w, user, { caller, by: 'set-up', deps })).user
      })
      if (user === null) throw new Failure('already-set-up')
      deps.setupCode.useUp()
      return sessionReply(deps, user, caller)
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
      // A code of the set-up can still be valid: a process keeps its code if another one was set up.
      if (deps.edition.hasAccounts) throw new Failure('wrong-code')
      const known = await store.read(owner)
      if (known === null || known.passwordHash !== null) throw new Failure('wrong-code')
      await requireCode(body.code, caller)
      deps.setupCode.useUp()
      const user = await caller.write(async (w) => {
        const user = await lockUser(w, known.id)
        if (user === null || user.passwordHash !== null) throw new Failure('wrong-code')
        return (await beginSession(w, user, { caller, by: 'link', deps })).user
      })
      return sessionReply(deps, user, caller)
    },
  }
}

import { Failure } from '@dragoman/contract'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { renameCaller } from '../account/own-account.ts'
import { endOwnSession } from './end-own-session.ts'
import { sessionReply } from './session-reply.ts'
import { setupHandlers } from './setup-handlers.ts'
import { signInHandlers } from './sign-in-handlers.ts'

/** Handlers for the current session, the first owner's setup, and signing in. */
export function sessionHandlers(deps: Deps): Handlers['session'] {
  return {
    get: async ({ caller }) =>
      sessionReply(deps, caller.user, {
        host: caller.host,
        token: caller.user === null ? caller.actor : null,
      }),

    async rename({ body, caller }) {
      if (caller.user === null) throw new Failure('not-signed-in')
      const renamed = await caller.write((w) => renameCaller(w, caller, body.name))
      return sessionReply(deps, renamed, caller)
    },

    async signOut({ caller }) {
      if (caller.sessionHash !== null) await caller.write((w) => endOwnSession(w, caller))
      caller.endSession()
      return sessionReply(deps, null, caller)
    },

    ...setupHandlers(deps),

    ...signInHandlers(deps),
  }
}

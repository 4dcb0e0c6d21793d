import { Failure } from '@dragoman/contract'
import { deleteSession, deleteSessionsOf, listSessions } from '@dragoman/store'
import { requirePerson } from '../../access/require-person.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { sessionReply } from '../session/session-reply.ts'
import { noteAccount } from './own-account.ts'

/** Handlers for a person's own sessions. */
export function sessionListHandlers(
  deps: Deps,
): Pick<Handlers['account'], 'sessions' | 'endSession' | 'endSessions'> {
  const own = (userId: number) => deps.store.read((r) => listSessions(r, userId, deps.now().toISOString()))
  return {
    async sessions({ caller }) {
      const rows = await own(requirePerson(caller).id)
      return {
        // The hash identifies a session but does not grant access.
        sessions: rows.map(({ idHash, device, address, createdAt, seenAt }) => ({
          id: idHash,
          device,
          address,
          createdAt,
          seenAt,
          isCurrent: idHash === caller.sessionHash,
        })),
      }
    },

    async endSession({ params, caller }) {
      const user = requirePerson(caller)
      const found = (await own(user.id)).find(({ idHash }) => idHash === params.session)
      if (found === undefined) throw new Failure('not-found', { what: 'session' })
      await caller.write(async (w) => {
        await deleteSession(w, found.idHash)
        await noteAccount(w, caller, { kind: 'session.ended', details: { device: found.device } })
      })
      return {}
    },

    async endSessions({ caller }) {
      const user = requirePerson(caller)
      await caller.write(async (w) => {
        const count = await deleteSessionsOf(w, user.id)
        await noteAccount(w, caller, { kind: 'session.ended', details: { sessions: count } })
      })
      caller.endSession()
      return sessionReply(deps, null, caller)
    },
  }
}

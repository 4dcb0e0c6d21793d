import { Failure } from '@dragoman/contract'
import {
  deleteSession,
  describeSession,
  listAllProjects,
  listAllSessions,
  recordAudit,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'

/** Handlers for owners: sessions and projects of the whole installation. */
export function listHandlers(deps: Deps): Pick<Handlers['admin'], 'sessions' | 'endSession' | 'projects'> {
  const { store, now } = deps
  return {
    sessions: ({ query, caller }) =>
      store.read(async (r) => {
        const { q: text = '', cursor = null, limit } = query
        const { sessions, next } = await listAllSessions(r, { text, cursor, at: now().toISOString(), limit })
        return {
          // The hash identifies a session but does not grant access.
          sessions: sessions.map(({ idHash, ...session }) => ({
            id: idHash,
            ...session,
            isCurrent: idHash === caller.sessionHash,
          })),
          next,
        }
      }),

    async endSession({ params, caller }) {
      await caller.write(async (w) => {
        const ended = await describeSession(w, params.session)
        if (ended === null) throw new Failure('not-found', { what: 'session' })
        await deleteSession(w, params.session)
        await recordAudit(w, {
          kind: 'session.ended',
          projectId: null,
          origin: caller.origin,
          target: ended.person,
          details: { device: ended.device },
        })
      })
      return {}
    },

    projects: ({ query }) =>
      store.read(async (r) => {
        const { q: text = '', cursor: after = null, limit } = query
        const { projects, next } = await listAllProjects(r, { text, after, limit })
        return { projects: [...projects], next }
      }),
  }
}

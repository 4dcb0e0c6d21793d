import { callRoute } from '@dragoman/contract'
import type { Actor } from '@dragoman/core'
import { createMember, createSession, type OwnMembership, putMembership } from '@dragoman/store'
import { cookieNameFor, newSessionId } from '../src/http/session-cookie.ts'
import { hashOfSecret } from '../src/secrets/hash-of-secret.ts'
import type { TestServer } from './test-server.ts'

/** A person with an account and a session. */
export type TestPerson = {
  readonly id: number
  readonly actor: Actor
  /** What their browser sends. */
  readonly cookie: string
  readonly call: TestServer['call']
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
}

export type People = {
  readonly member: (
    name: string,
    projectId: number,
    membership: Partial<OwnMembership> & Pick<OwnMembership, 'role'>,
  ) => Promise<TestPerson>
  /** A person without a project. */
  readonly stranger: (name: string) => Promise<TestPerson>
}

/** Longer than any test. */
const SESSION_MS = 24 * 60 * 60_000

/** Creates people on a server. */
export function peopleOf({ server }: TestServer): People {
  const { store, port } = server.deps

  async function stranger(name: string): Promise<TestPerson> {
    const session = newSessionId()
    const at = new Date().toISOString()
    const user = await store.write(async (w) => {
      const user = await createMember(w, { name, passwordHash: null, at })
      const expiresAt = new Date(Date.now() + SESSION_MS).toISOString()
      await createSession(w, { userId: user.id, idHash: hashOfSecret(session), at, expiresAt })
      return user
    })
    const host = new URL(server.origin).host
    const cookie = `${cookieNameFor({ host, isSecure: false }, port())}=${session}`
    const send = (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('cookie', cookie)
      return fetch(`${server.origin}${path}`, { ...init, headers })
    }
    const call: TestServer['call'] = (route, parts) => callRoute(send, route, parts)
    return { id: user.id, actor: { id: `user:${user.id}`, name }, call, send, cookie }
  }

  return {
    stranger,
    async member(name, projectId, membership) {
      const person = await stranger(name)
      const rights = { languages: null, namespaces: null, ...membership }
      await store.write((w) => putMembership(w, { userId: person.id, projectId }, rights))
      return person
    },
  }
}

import { api, type Call, callRoute, type MemberReply, type RightsReply, type Route } from '@dragoman/contract'
import {
  addLanguage,
  applyOperation,
  createMember,
  createProject,
  createSession,
  keyByIdentity,
  projectBySlug,
  putMembership,
  userByName,
} from '@dragoman/store'
import { MARA, person } from '../../store/test/sample.ts'
import { cookieNameFor, newSessionId } from '../src/http/session-cookie.ts'
import { hashOfSecret } from '../src/secrets/hash-of-secret.ts'
import { openTestServer, type TestServerOptions } from './test-server.ts'

export type People = Awaited<ReturnType<typeof openPeople>>

/** A server with the project `shop` in three languages, its owner Ann, and people that tests add. */
export async function openPeople(options: TestServerOptions = {}) {
  const test = await openTestServer(options)
  const { deps, origin } = test.server
  const { store } = deps
  const at = () => deps.now().toISOString()
  const params = { project: 'shop' }
  await store.write(async (w) => {
    const { id } = await createProject(w, { slug: 'shop', name: 'Acme Shop', sourceLanguage: 'en', at: at() })
    for (const tag of ['de', 'fr', 'pl']) await addLanguage(w, { projectId: id, tag, by: MARA, at: at() })
    const texts = new Map([['en', { forms: { other: 'Hello' } }]])
    const key = {
      kind: 'add-key',
      namespace: 'app',
      name: 'hello',
      plural: 'none',
      path: ['hello'],
      texts,
    } as const
    await applyOperation(w, { projectId: id, kind: 'keys', by: MARA, at: at(), changes: [key] })
  })

  async function project() {
    const row = await store.read((r) => projectBySlug(r, 'shop'))
    if (row === null) throw new Error('no project')
    return row
  }

  async function keyId(): Promise<number> {
    const { id } = await project()
    const identity = { namespace: 'app', name: 'hello', plural: 'none' as const }
    return (await store.read((r) => keyByIdentity(r, id, identity)))?.id ?? 0
  }

  async function account(name: string): Promise<number> {
    return (await store.write((w) => createMember(w, { name, passwordHash: null, at: at() }))).id
  }

  async function cookieOf(name: string): Promise<string> {
    const user = await store.read((r) => userByName(r, name))
    if (user === null) throw new Error(`nobody is called ${name}`)
    const session = newSessionId()
    const expiresAt = new Date(deps.now().getTime() + 3_600_000).toISOString()
    const row = { userId: user.id, idHash: hashOfSecret(session), at: at(), expiresAt }
    await store.write((w) => createSession(w, row))
    return `${cookieNameFor({ host: new URL(origin).host, isSecure: false }, deps.port())}=${session}`
  }

  /** Returns a function that calls with these headers. */
  function calling(given: Readonly<Record<string, string>>) {
    return <P, Q, B, R>(route: Route<P, Q, B, R>, call: Call<P, Q, B>): Promise<R> =>
      callRoute(
        (path, init) => {
          const headers = new Headers(init.headers)
          for (const [name, value] of Object.entries(given)) headers.set(name, value)
          return fetch(`${origin}${path}`, { ...init, headers })
        },
        route,
        call,
      )
  }

  return {
    ...test,
    at,
    project,
    keyId,
    account,
    calling,
    cookieOf,
    /** Adds a member to the project; returns their id. */
    async add(name: string, { role, languages, namespaces }: RightsReply): Promise<number> {
      const userId = await account(name)
      const { id: projectId } = await project()
      const rights = {
        role,
        languages: languages && new Set(languages),
        namespaces: namespaces && new Set(namespaces),
      }
      await store.write((w) => putMembership(w, { userId, projectId }, rights))
      return userId
    },
    /** Calls as a person, in a separate session. */
    as: async (name: string) => calling({ cookie: await cookieOf(name) }),
    list: (query: {
      readonly show: 'everyone' | MemberReply['kind']
      readonly q: string
      readonly limit: number
      readonly cursor?: string
      readonly role?: RightsReply['role']
      readonly language?: string
    }) => test.call(api.members.list, { params, query }),
    change: (who: string, baseVersion: number, rights: RightsReply | null) =>
      test.call(api.members.change, { params, body: { changes: [{ who, baseVersion, rights }] } }),
    /** Saves the German text as Ann. */
    async save(text: string): Promise<void> {
      const { id: projectId } = await project()
      const change = {
        kind: 'translate',
        keyId: await keyId(),
        language: 'de',
        forms: { other: text },
      } as const
      const by = person(1, 'Ann')
      await store.write((w) =>
        applyOperation(w, { projectId, kind: 'save', by, at: at(), changes: [change] }),
      )
    },
  }
}

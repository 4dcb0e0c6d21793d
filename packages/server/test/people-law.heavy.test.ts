import { setTimeout as sleep } from 'node:timers/promises'
import { api, callRoute, Failure, type Route } from '@dragoman/contract'
import { memberRef, type ProjectRole, SYSTEM_ACTOR } from '@dragoman/core'
import { allowAll, applyOperation, createMember, createSession, projectBySlug } from '@dragoman/store'
import { expect, test } from 'vitest'
import { LAW_MINUTES } from '../../store/test/law-minutes.ts'
import { person } from '../../store/test/sample.ts'
import { cookieNameFor, newSessionId } from '../src/http/session-cookie.ts'
import { hashOfSecret } from '../src/secrets/hash-of-secret.ts'
import { type Deed, findUnallowed, readDeeds, readRightsHistory } from './audit-checker.ts'
import { generator } from './sync-walk.ts'
import { DATABASES, openTestServer, type TestServer } from './test-server.ts'

/** By hand: `DRAGOMAN_LAW_MINUTES=5 npx vitest run packages/server/test/people-law.heavy.test.ts`. */
const SECONDS = LAW_MINUTES > 0 ? LAW_MINUTES * 60 : 8
const PEOPLE = LAW_MINUTES > 0 ? 50 : 20
/** Of each kind of deed, so many are done at least, however slow the machine is. */
const DEEDS_AT_LEAST = Math.floor(SECONDS / 20) + 1
const DEEDS = ['save', 'suggest', 'comment', 'accept'] as const
/** Determines what everyone does, but not how their calls interleave. */
const SEED = Number(process.env.DRAGOMAN_LAW_SEED ?? 1)
const ROLES: readonly ProjectRole[] = [
  'manager',
  'reviewer',
  'translator',
  'translator',
  'contributor',
  'viewer',
  'developer',
]
const LANGUAGES = ['de', 'pl', 'fr']
const NAMESPACES = ['app', 'legal']
const params = { project: 'shop' }

type Person = { readonly id: number; readonly send: (path: string, init: RequestInit) => Promise<Response> }

/** The result of a refused call. */
function refusedWith<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Failure) return instead
    throw error
  }
}

async function openShop(test: TestServer): Promise<readonly number[]> {
  await test.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  for (const tag of LANGUAGES) await test.call(api.languages.add, { params, body: { tag } })
  const keys: number[] = []
  for (let n = 0; n < 10; n++) {
    const namespace = NAMESPACES[n % 2] ?? 'app'
    const { key } = await test.call(api.keys.create, {
      params,
      body: { namespace, name: `key${n}`, plural: 'none', forms: { other: `Text ${n}` } },
    })
    keys.push(key.id)
  }
  return keys
}

async function invite(test: TestServer, name: string): Promise<Person> {
  const { deps, origin } = test.server
  const at = new Date().toISOString()
  const session = newSessionId()
  const user = await deps.store.write(async (w) => {
    const made = await createMember(w, { name, passwordHash: null, at })
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    await createSession(w, { userId: made.id, idHash: hashOfSecret(session), at, expiresAt })
    return made
  })
  const cookie = `${cookieNameFor({ host: new URL(origin).host, isSecure: false }, deps.port())}=${session}`
  return {
    id: user.id,
    send: (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('cookie', cookie)
      return fetch(`${origin}${path}`, { ...init, headers })
    },
  }
}

test.each(DATABASES)(
  `on %s: ${PEOPLE} concurrent people, whose roles change and who are removed: everyone who did something was allowed to`,
  { timeout: (SECONDS + 240) * 1000 },
  async (database) => {
    const test = await openTestServer({ database })
    const below = generator(SEED)
    const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T // never of an empty list
    const some = (list: readonly string[]) => (below(3) === 0 ? null : list.filter(() => below(2) === 0))
    try {
      const keys = await openShop(test)
      const people: Person[] = []
      for (let n = 0; n < PEOPLE; n++) people.push(await invite(test, `Person ${n}`))
      const done = new Map<string, number>()
      /** Strings that have suggestions. */
      const proposed: { readonly project: string; readonly key: number; readonly language: string }[] = []
      let longestMs = 0
      let isOver = false

      async function attempt(what: string, act: () => Promise<unknown>): Promise<void> {
        const started = performance.now()
        let outcome = 'done'
        try {
          await act()
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          outcome = error.code
        }
        longestMs = Math.max(longestMs, performance.now() - started)
        done.set(`${what} ${outcome}`, (done.get(`${what} ${outcome}`) ?? 0) + 1)
      }

      async function live({ send }: Person): Promise<void> {
        const call = <P, Q, B, R>(
          route: Route<P, Q, B, R>,
          parts: Parameters<typeof callRoute<P, Q, B, R>>[2],
        ) => callRoute(send, route, parts)
        while (!isOver) {
          const at = { ...params, key: pick(keys), language: pick(LANGUAGES) }
          const forms = { other: `words ${below(1_000_000)}` }
          const act = below(4)
          if (act === 0)
            await attempt('save', async () => {
              const { target } = await call(api.translations.get, { params: at })
              const body = { forms, baseVersion: target.version }
              await call(api.translations.save, { params: at, body })
            })
          else if (act === 1)
            await attempt('suggest', async () => {
              await call(api.suggestions.add, { params: at, body: { forms, note: '' } })
              proposed.push(at)
            })
          else if (act === 2)
            await attempt('comment', () => {
              const body = { text: `About ${forms.other}`, language: at.language, kind: 'comment' as const }
              return call(api.comments.add, { params: { ...params, key: at.key }, body })
            })
          else if (proposed.length > 0) {
            const where = pick(proposed)
            const { suggestions } = await call(api.suggestions.list, { params: where }).catch(
              refusedWith({ suggestions: [] }),
            )
            const open = suggestions.find(({ state }) => state === 'open')
            if (open !== undefined)
              await attempt('accept', async () => {
                const { target } = await call(api.translations.get, { params: where })
                const body = { version: open.version, baseVersion: target.version }
                await call(api.suggestions.accept, { params: { ...params, suggestion: open.id }, body })
              })
          }
          // As many calls as people who work quickly make, and as the machine can handle.
          await sleep(below(500))
        }
      }

      /** The owner grants and revokes roles all the time. */
      async function manage(): Promise<void> {
        while (!isOver) {
          const who = `user:${pick(people).id}` as const
          const rights =
            below(5) === 0
              ? null
              : { role: pick(ROLES), languages: some(LANGUAGES), namespaces: some(NAMESPACES) }
          await attempt(rights === null ? 'remove' : 'give a role', async () => {
            const { members } = await test.call(api.members.list, {
              params,
              query: { show: 'person', q: '', limit: 100 },
            })
            const baseVersion = members.find((member) => member.who === who)?.version ?? 0
            if (baseVersion === 0 && rights === null) return
            const changes = [{ who, baseVersion, rights }]
            await test.call(api.members.change, { params, body: { changes } })
          })
          await sleep(20)
        }
      }

      const given = people.map(({ id }) => {
        const rights = { role: pick(ROLES), languages: some(LANGUAGES), namespaces: some(NAMESPACES) }
        return { who: memberRef('user', id), baseVersion: 0, rights }
      })
      await test.call(api.members.change, { params, body: { changes: given } })

      const running = [manage(), ...people.map(live)]
      await sleep(SECONDS * 1000)
      const isDone = (what: string) => (done.get(`${what} done`) ?? 0) >= DEEDS_AT_LEAST
      while (![...DEEDS, 'give a role'].every(isDone)) await sleep(100)
      isOver = true
      await Promise.all(running)

      const { store } = test.server.deps
      const { id: projectId } =
        (await store.read((r) => projectBySlug(r, 'shop'))) ?? expect.fail('no project')
      const rights = await store.read((r) => readRightsHistory(r, projectId))
      const deeds = await store.read((r) => readDeeds(r, projectId))
      const count = (kind: Deed['kind']) => deeds.filter((deed) => deed.kind === kind).length
      process.stdout.write(
        `${database}, ${SECONDS} s: ${JSON.stringify(Object.fromEntries([...done].sort()))}; longest call ${Math.round(longestMs)} ms\n`,
      )
      // A call that was running when a right ended can still be written.
      expect(findUnallowed(deeds, rights, longestMs)).toEqual([])
      for (const kind of DEEDS)
        expect([kind, count(kind)]).toEqual([kind, expect.toSatisfy((n: number) => n >= DEEDS_AT_LEAST)])
      expect(count('suggest')).toBe(done.get('suggest done'))
      expect(count('comment')).toBe(done.get('comment done'))
      expect(rights.length).toBeGreaterThan(PEOPLE)

      // The checker finds what was done without a right.
      const stranger = await invite(test, 'Stranger')
      await store.write((w) =>
        applyOperation(w, {
          projectId,
          kind: 'save',
          by: { ...person(stranger.id, 'Stranger'), allow: allowAll },
          at: new Date().toISOString(),
          changes: [
            { kind: 'translate', keyId: keys[0] ?? 0, language: 'de', forms: { other: SYSTEM_ACTOR.name } },
          ],
        }),
      )
      const found = findUnallowed(await store.read((r) => readDeeds(r, projectId)), rights, longestMs)
      expect(found).toMatchObject([{ kind: 'save', who: `user:${stranger.id}`, language: 'de' }])
    } finally {
      await test.close()
    }
  },
)

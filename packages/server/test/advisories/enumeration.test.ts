import { api } from '@dragoman/contract'
import { createMember, createSession, projectBySlug, putMembership } from '@dragoman/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswordHashing } from '../../src/areas/session/password-hashing.ts'
import { hashOfSessionId, newSessionId } from '../../src/http/session-cookie.ts'
import { openTestServer, PASSWORD, type TestServer } from '../test-server.ts'

/** Weblate CVE-2026-44263 and similar: what a response reveals about things the caller may not know about. */

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  for (const slug of ['own', 'secret'])
    await server.call(api.projects.create, { body: { slug, name: slug, sourceLanguage: 'en' } })
})
afterAll(() => server.close())

/** Signs in a person who works on `own` only. */
async function member(): Promise<(path: string) => Promise<Response>> {
  const { store, now, port } = server.server.deps
  const id = newSessionId()
  await store.write(async (w) => {
    const project = await projectBySlug(w, 'own')
    const user = await createMember(w, { name: 'Cem', passwordHash: null, at: now().toISOString() })
    await putMembership(
      w,
      { userId: user.id, projectId: project?.id ?? 0 },
      { role: 'translator', languages: null, namespaces: null },
    )
    await createSession(w, {
      userId: user.id,
      idHash: hashOfSessionId(id),
      at: now().toISOString(),
      expiresAt: '2099-01-01T00:00:00Z',
    })
  })
  return (path) =>
    fetch(`${server.server.origin}${path}`, { headers: { cookie: `dragoman_${port()}=${id}` } })
}

test('a name that exists and one that does not get the same answer to a wrong password', async () => {
  const answers = []
  for (const name of ['Ann', 'Nobody at all']) {
    const answer = await server.request('/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, password: `${PASSWORD} wrong` }),
    })
    answers.push([answer.status, await answer.text()])
  }
  expect(answers[0]).toEqual(answers[1])
})

// Other tests of this process may be as busy, but a missing hash is missing in each attempt.
test('a name that does not exist costs a hash too, so that timing reveals nothing', {
  retry: 3,
}, async () => {
  const { hash, verify } = createPasswordHashing()
  const known = await hash(PASSWORD)
  await verify(null, PASSWORD) // creates the hash that unknown names are compared with
  const costOf = async (stored: string | null) => {
    const from = process.cpuUsage()
    for (let time = 0; time < 3; time++) await verify(stored, `${PASSWORD} wrong`)
    return process.cpuUsage(from).user
  }
  let [there, none] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // Whatever else the process does only adds time: the minimum of many rounds is the hash.
  for (let round = 0; round < 8; round++) {
    there = Math.min(there, await costOf(known))
    none = Math.min(none, await costOf(null))
  }
  // Not a hash more or less; the machine's noise is far below that
  expect(none / there).toBeGreaterThan(0.4)
  expect(none / there).toBeLessThan(2.5)
})

test('a project that is not shared answers like one that does not exist, on every path', async () => {
  const ask = await member()
  expect((await ask('/api/projects/own')).status).toBe(200)
  for (const rest of ['', '/overview', '/keys/1', '/translations?language=de', '/operations', '/events']) {
    const hidden = await ask(`/api/projects/secret${rest}`)
    const missing = await ask(`/api/projects/no-such-project${rest}`)
    expect([hidden.status, await hidden.text()]).toEqual([missing.status, await missing.text()])
    expect(hidden.status).toBe(404)
  }
  expect(await (await ask('/api/projects')).text()).not.toContain('secret')
  expect(await (await ask('/api/session')).text()).not.toContain('secret')
})

test('delivery answers a private project like one that does not exist', async () => {
  const [hidden, missing] = await Promise.all(
    ['secret', 'no-such-project'].map(async (slug) => {
      const answer = await fetch(`${server.server.origin}/d/${slug}/live/locales/en/translation.json`)
      return [answer.status, await answer.text()]
    }),
  )
  expect(hidden).toEqual(missing)
})

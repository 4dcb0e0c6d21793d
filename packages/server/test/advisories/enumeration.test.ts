import { api } from '@dragoman/contract'
import { createMember, createSession, projectBySlug, putMembership } from '@dragoman/store'
import * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswordHashing } from '../../src/areas/session/password-hashing.ts'
import { newSessionId } from '../../src/http/session-cookie.ts'
import { hashOfSecret } from '../../src/secrets/hash-of-secret.ts'
import { openTestServer, PASSWORD, type TestServer } from '../test-server.ts'

/** Weblate CVE-2026-44263 and similar: what a response reveals about things the caller might not know about. */

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
      idHash: hashOfSecret(id),
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

test('a name that does not exist costs one comparison too, so that timing reveals nothing', async () => {
  const calls: string[] = []
  const { hash, verify } = createPasswordHashing({
    hash: (...given) => {
      calls.push('hash')
      return argon2.hash(...given)
    },
    verify: (...given) => {
      calls.push('verify')
      return argon2.verify(...given)
    },
  })
  const known = await hash(PASSWORD)
  expect(await verify(null, PASSWORD)).toBe(false) // creates the hash that unknown names are compared with
  calls.length = 0
  for (const stored of [known, null]) {
    expect(await verify(stored, `${PASSWORD} wrong`)).toBe(false)
    expect(calls.splice(0)).toEqual(['verify'])
  }
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

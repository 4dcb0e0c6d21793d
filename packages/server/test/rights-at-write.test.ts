import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, callRoute } from '@dragoman/contract'
import {
  deleteSessionsOf,
  projectBySlug,
  putMembership,
  removeAccount,
  removeMembership,
  revokeToken,
  setInstanceRole,
  suspendPerson,
  type Writer,
} from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beforeNextWrite } from './between-check-and-write.ts'
import { peopleOf, type TestPerson } from './people.ts'
import { BOTH_DATABASES, openTestServer, type TestServer } from './test-server.ts'

describe.each(BOTH_DATABASES)('rights are checked in the transaction that writes, on %s', (database) => {
  let server: TestServer
  let key = 0
  let projectId = 0
  const project = 'shop'
  let made = 0

  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: project, name: 'Shop', sourceLanguage: 'en' } })
    await server.call(api.languages.add, { params: { project }, body: { tag: 'de' } })
    const made = await server.call(api.keys.create, {
      params: { project },
      body: { namespace: 'app', name: 'hello', plural: 'none', forms: { other: 'Hello' } },
    })
    key = made.key.id
    projectId = (await server.server.deps.store.read((r) => projectBySlug(r, project)))?.id ?? 0
  })
  afterAll(() => server.close())

  const write = (job: (w: Writer) => Promise<unknown>) => server.server.deps.store.write(job)
  const translator = () => peopleOf(server).member(`Translator ${++made}`, projectId, { role: 'translator' })
  const version = async () => {
    const { rows } = await server.call(api.translations.page, {
      params: { project },
      query: { language: 'de', limit: 1 },
    })
    return rows[0]?.target.version ?? 0
  }

  /** Saves as a person, while something happens between the check and the write; returns the failure. */
  async function saveWhile(
    call: TestServer['call'],
    meanwhile: (w: Writer) => Promise<unknown>,
  ): Promise<{ readonly code: string; readonly isWritten: boolean }> {
    const before = await version()
    const ended = beforeNextWrite(server.server, async () => void (await write(meanwhile)))
    const code = await call(api.translations.save, {
      params: { project, key, language: 'de' },
      body: { forms: { other: `Hallo ${++made}` }, baseVersion: before },
    }).then(
      () => 'saved',
      (error: { code?: string }) => error.code ?? String(error),
    )
    expect(ended()).toBe(true)
    return { code, isWritten: (await version()) !== before }
  }

  const REVOCATIONS: readonly (readonly [string, string, (w: Writer, userId: number) => Promise<unknown>])[] =
    [
      ['is signed out', 'not-signed-in', (w, id) => deleteSessionsOf(w, id)],
      ['is suspended', 'not-signed-in', (w, id) => suspendPerson(w, id, new Date().toISOString())],
      ['is removed from the server', 'not-signed-in', (w, id) => removeAccount(w, id)],
      ['is removed from the project', 'not-found', (w, userId) => removeMembership(w, { userId, projectId })],
      [
        'becomes a viewer',
        'not-allowed',
        (w, userId) =>
          putMembership(w, { userId, projectId }, { role: 'viewer', languages: null, namespaces: null }),
      ],
      [
        'is limited to French',
        'not-allowed',
        (w, userId) =>
          putMembership(
            w,
            { userId, projectId },
            { role: 'translator', languages: new Set(['fr']), namespaces: null },
          ),
      ],
    ]

  test.each(REVOCATIONS)('a person who %s before the write is answered %s', async (_, code, revoke) => {
    const person = await translator()
    expect(await saveWhile(person.call, (w) => revoke(w, person.id))).toEqual({ code, isWritten: false })
  })

  test('a save continues after its person has got other rights', async () => {
    const person = await translator()
    const rights = { role: 'reviewer', languages: null, namespaces: null } as const
    const grow = (w: Writer) => putMembership(w, { userId: person.id, projectId }, rights)
    expect(await saveWhile(person.call, grow)).toEqual({ code: 'saved', isWritten: true })
  })

  test('a token that is revoked before the write is invalid', async () => {
    const { token, secret } = await server.call(api.tokens.create, {
      params: { project },
      body: { name: 'CI', scopes: ['write'], languages: null, days: 1 },
    })
    const send = (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${secret}`)
      return fetch(`${server.server.origin}${path}`, { ...init, headers })
    }
    const call: TestServer['call'] = (route, parts) => callRoute(send, route, parts)
    expect(await saveWhile(call, (w) => revokeToken(w, token.id, { projectId }))).toEqual({
      code: 'invalid-token',
      isWritten: false,
    })
  })

  test('a choice is stored in a folder only if its person can still connect it', async () => {
    const connect = async (name: string, meanwhile: (owner: TestPerson) => Promise<unknown>) => {
      const folder = join(server.folder, name)
      await mkdir(join(folder, 'locales', 'en'), { recursive: true })
      await writeFile(join(folder, 'locales', 'en', 'app.json'), '{"a":"A"}\n')
      const owner = await peopleOf(server).stranger(`Owner ${++made}`)
      await write((w) => setInstanceRole(w, owner.id, 'owner'))
      const ended = beforeNextWrite(server.server, async () => void (await meanwhile(owner)))
      const body = { slug: name, name, sourceLanguage: 'en', folder, remember: true }
      const code = await owner.call(api.projects.create, { body }).then(
        () => 'created',
        (error: { code?: string }) => error.code,
      )
      expect(ended()).toBe(true)
      return { code, files: (await readdir(folder)).sort() }
    }
    expect(await connect('refused', ({ id }) => write((w) => setInstanceRole(w, id, 'member')))).toEqual({
      code: 'not-allowed',
      files: ['locales'],
    })
    expect(await connect('connected', async () => {})).toEqual({
      code: 'created',
      files: ['dragoman.json', 'locales'],
    })
    const file = await readFile(join(server.folder, 'connected', 'dragoman.json'), 'utf8')
    expect(file).toContain('locales/{lng}/{ns}.json')
  })

  test('an owner who is demoted before the write makes no one an owner', async () => {
    const other = await peopleOf(server).stranger(`Owner ${++made}`)
    await write((w) => setInstanceRole(w, other.id, 'owner'))
    const ended = beforeNextWrite(server.server, async () => {
      await write((w) => setInstanceRole(w, other.id, 'member'))
    })
    await expect(
      other.call(api.admin.setRole, { params: { person: other.id }, body: { role: 'owner' } }),
    ).rejects.toMatchObject({ code: 'not-allowed' })
    expect(ended()).toBe(true)
    const { people } = await server.call(api.admin.people, { query: { q: other.actor.name, limit: 1 } })
    expect(people.map(({ role }) => role)).toEqual(['member'])
  })
})

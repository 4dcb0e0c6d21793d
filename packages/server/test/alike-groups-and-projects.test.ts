import { api } from '@dragoman/contract'
import { freeProjectName } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOTH_DATABASES, openTestServer, type TestServer } from './test-server.ts'

/** Names of groups and projects, and notes of invitations, follow the rules of people's names. */
describe.each(BOTH_DATABASES)('names on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ database })
  })
  afterAll(() => server.close())

  /** The second starts with a Cyrillic letter, the fourth contains one of no width. */
  const ALIKE = ['Berlin', 'Вerlin', 'BERLIN', 'Ber\u200blin']

  test('groups cannot have names that look the same', async () => {
    const make = (name: string) => server.call(api.groups.create, { body: { name } })
    const [first = '', ...others] = ALIKE
    const { id } = await make(first)
    for (const name of others) await expect(make(name)).rejects.toThrow(/already-exists|invalid-input/)
    const other = await make('Hamburg')
    const rename = (group: number, name: string) =>
      server.call(api.groups.rename, { params: { group }, body: { name } })
    expect(
      await server.fail(api.groups.rename, { params: { group: other.id }, body: { name: 'BERLIN' } }),
    ).toMatchObject({ code: 'already-exists', params: { what: 'group' } })
    expect((await rename(id, 'BERLIN')).name).toBe('BERLIN')
  })

  test('projects cannot have names that look the same', async () => {
    const make = (slug: string, name: string) =>
      server.call(api.projects.create, { body: { slug, name, sourceLanguage: 'en' } })
    const [first = '', ...others] = ALIKE
    await make('berlin', first)
    for (const [place, name] of others.entries())
      await expect(make(`berlin-${place}`, name)).rejects.toThrow(/already-exists|invalid-input/)
    await make('hamburg', 'Hamburg')
    const renamed = await server.fail(api.projects.update, {
      params: { project: 'hamburg' },
      body: { name: 'BERLIN' },
    })
    expect(renamed).toMatchObject({ code: 'already-exists', params: { what: 'project' } })
    await server.call(api.projects.update, { params: { project: 'berlin' }, body: { name: 'BERLIN' } })
  })

  test('a project named after a folder gets a number if another one has the name', async () => {
    const { store } = server.server.deps
    await server.call(api.projects.create, {
      body: { slug: 'folder', name: 'locales', sourceLanguage: 'en' },
    })
    const free = (name: string) => store.read((r) => freeProjectName(r, name))
    expect([await free('Locales'), await free('texts')]).toEqual(['Locales 2', 'texts'])
  })

  test('the note of an invitation is visible text, and never the name of a member', async () => {
    await server.call(api.projects.create, { body: { slug: 'notes', name: 'Notes', sourceLanguage: 'en' } })
    const at = { params: { project: 'notes' } }
    const body = (note: string) => ({
      addresses: [],
      number: 1,
      days: 1,
      note,
      rights: { role: 'viewer' as const, languages: null, namespaces: null },
    })
    for (const hidden of ['\u202eaglO\u200b', '\u200b'])
      expect((await server.fail(api.invitations.create, { ...at, body: body(hidden) })).fields).toMatchObject(
        [{ code: 'unusable-name' }],
      )
    await server.call(api.invitations.create, { ...at, body: body(' Mara from the cafe\u0301 ') })
    const list = async (q: string) =>
      (await server.call(api.members.list, { ...at, query: { show: 'invitation', q, limit: 10 } })).members
    expect(await list('café')).toMatchObject([{ kind: 'invitation', name: '', note: 'Mara from the café' }])
    expect(await list('Berlin')).toEqual([])
  })
})

import { api } from '@dragoman/contract'
import { createMember, isNameTaken, renameUser } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { browserOf } from './browser-of.ts'
import { peopleOf } from './people.ts'
import { DATABASES, openTestServer, PASSWORD, type TestServer } from './test-server.ts'

let server: TestServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

const ALIKE = ['Olga ', 'Оlga', 'Ｏｌｇａ', 'OLGA', '0lga', 'olgа']
const UNUSABLE = ['\u202eaglO', ' \u200b', '\u200b', 'Ol\nga', 'Ol\0ga', '\u3164', 'Ol\u200bga']

describe.each(DATABASES)('the name of a person · %s', (database) => {
  test('that looks like the name of another one is refused, for new accounts and renaming', async () => {
    server = await openTestServer({ database })
    const people = peopleOf(server)
    await people.stranger('Olga')
    const eve = await people.stranger('Eve')
    for (const name of ALIKE) {
      const { store } = server.server.deps
      const at = new Date().toISOString()
      await expect(
        store.write((w) => createMember(w, { name, passwordHash: null, at })),
      ).rejects.toMatchObject({
        code: 'already-exists',
        what: 'person',
      })
      await expect(eve.call(api.account.update, { body: { name } })).rejects.toMatchObject({
        code: 'already-exists',
        params: { what: 'person' },
      })
      await expect(eve.call(api.session.rename, { body: { name } })).rejects.toMatchObject({
        code: 'already-exists',
      })
    }
    expect((await eve.call(api.account.get, {})).name).toBe('Eve')
  })

  test('with hidden characters, or without visible ones, is refused with a reason', async () => {
    server = await openTestServer({ database })
    const eve = await peopleOf(server).stranger('Eve')
    for (const name of UNUSABLE)
      await expect(eve.call(api.account.update, { body: { name } })).rejects.toMatchObject({
        code: 'invalid-input',
        fields: [{ pointer: '/name', code: expect.stringMatching(/^(unusable-name|too-small)$/) }],
      })
    await eve.call(api.account.update, { body: { name: ' Jose\u0301 ' } })
    expect((await eve.call(api.account.get, {})).name).toBe('José')
  })

  test('can be changed to another spelling of itself', async () => {
    server = await openTestServer({ database })
    const eve = await peopleOf(server).stranger('Eve')
    await eve.call(api.account.update, { body: { name: 'EVE' } })
    await eve.call(api.account.update, { body: { name: 'Eve ' } })
    expect((await eve.call(api.account.get, {})).name).toBe('Eve')
  })

  test('from before this rule stays, signs in as typed, and blocks names like it', async () => {
    server = await openTestServer({ database })
    const { store } = server.server.deps
    const olga = await peopleOf(server).stranger('Olga')
    const ann = await store.read((r) =>
      r.db.selectFrom('user').select('password_hash').where('id', '=', 1).executeTakeFirstOrThrow(),
    )
    // A database of an earlier version can hold such a name
    await store.write((w) =>
      w.db
        .updateTable('user')
        .set({ name: 'Ann ', password_hash: ann.password_hash })
        .where('id', '=', olga.id)
        .execute(),
    )
    const other = browserOf(server)
    await other.call(api.session.signIn, { body: { name: 'Ann ', password: PASSWORD } })
    expect((await other.call(api.session.get, {})).actor?.id).toBe(`user:${olga.id}`)
    const own = browserOf(server)
    await own.call(api.session.signIn, { body: { name: ' Ann', password: PASSWORD } })
    expect((await own.call(api.session.get, {})).actor?.id).toBe('user:1')
    expect(await store.read((r) => isNameTaken(r, 'Αnn'))).toBe(true)
  })

  test('taken by two people at the same time is given to one', async () => {
    server = await openTestServer({ database })
    const { store } = server.server.deps
    const people = peopleOf(server)
    const [a, b] = [await people.stranger('Eve'), await people.stranger('Bob')]
    const results = await Promise.allSettled([
      store.write((w) => renameUser(w, a.id, 'Olga')),
      store.write((w) => renameUser(w, b.id, 'Оlga')),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

test('names of projects, groups, tokens and tasks follow the same rule', async () => {
  server = await openTestServer()
  await server.call(api.projects.create, { body: { slug: 'shop', name: ' Shop ', sourceLanguage: 'en' } })
  const params = { project: 'shop' }
  expect((await server.call(api.projects.get, { params })).name).toBe('Shop')
  for (const name of UNUSABLE) {
    const codes = [
      await server.fail(api.projects.update, { params, body: { name } }),
      await server.fail(api.groups.create, { body: { name } }),
      await server.fail(api.tasks.create, {
        params,
        body: {
          title: name,
          note: '',
          goal: 'translated',
          due: null,
          languages: ['en'],
          assignees: [],
          select: { q: '', language: 'en' },
        },
      }),
    ].map(({ code, fields }) => [code, fields.length])
    expect(codes).toEqual([
      ['invalid-input', 1],
      ['invalid-input', 1],
      ['invalid-input', 1],
    ])
  }
})

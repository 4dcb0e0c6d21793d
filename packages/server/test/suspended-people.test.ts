import { api } from '@dragoman/contract'
import { addComment, projectBySlug, suspendPerson } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { peopleOf, type TestPerson } from './people.ts'
import { BOTH_DATABASES, eventually, openTestServer, type TestServer } from './test-server.ts'

describe.each(BOTH_DATABASES)('people who are suspended, on %s', (database) => {
  let server: TestServer
  let made = 0
  beforeAll(async () => {
    server = await openTestServer({ database })
  })
  afterAll(() => server.close())

  /** Creates a project of its own with a key. */
  async function project() {
    const slug = `shop-${++made}`
    await server.call(api.projects.create, { body: { slug, name: slug, sourceLanguage: 'en' } })
    const params = { project: slug }
    const { key } = await server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name: 'hello', plural: 'none', forms: { other: 'Hello' } },
    })
    const row = await server.server.deps.store.read((r) => projectBySlug(r, slug))
    return { params, projectId: row?.id ?? 0, keyId: key.id }
  }

  async function suspended(person: TestPerson): Promise<TestPerson> {
    await server.server.deps.store.write((w) => suspendPerson(w, person.id, new Date().toISOString()))
    return person
  }

  async function ask(at: { projectId: number; keyId: number }, mentions: readonly TestPerson[] = []) {
    const { actor: by } = await peopleOf(server).member(`Tea ${made}`, at.projectId, { role: 'translator' })
    const row = { ...at, language: null, kind: 'question' as const, text: 'What is this?' }
    const refs = mentions.map(({ id }) => `user:${id}` as const)
    return server.server.deps.store.write((w) =>
      addComment(w, { ...row, mentions: refs, by, at: new Date().toISOString() }),
    )
  }

  async function notifiedOf(userId: number, projectId: number): Promise<readonly string[]> {
    const rows = await server.server.deps.store.read(({ db }) =>
      db
        .selectFrom('notification')
        .select('kind')
        .where('user_id', '=', userId)
        .where('project_id', '=', projectId)
        .execute(),
    )
    return rows.map(({ kind }) => kind)
  }

  test('are asked no question: it reaches an owner', async () => {
    const { projectId, keyId } = await project()
    const people = peopleOf(server)
    const developer = await suspended(await people.member(`Dev ${made}`, projectId, { role: 'developer' }))
    await ask({ projectId, keyId })
    await eventually(async () => (await notifiedOf(1, projectId)).includes('question'))
    // They are notified in the same transaction.
    expect(await notifiedOf(developer.id, projectId)).toEqual([])
  })

  test('are not notified when they are mentioned, and not proposed for it', async () => {
    const { params, projectId, keyId } = await project()
    const people = peopleOf(server)
    const away = await suspended(await people.member('Oda Away', projectId, { role: 'translator' }))
    const here = await people.member('Oda Here', projectId, { role: 'translator' })
    await ask({ projectId, keyId }, [away, here])
    await eventually(async () => (await notifiedOf(here.id, projectId)).length > 0)
    expect(await notifiedOf(away.id, projectId)).toEqual([])
    const { candidates } = await server.call(api.comments.candidates, { params, query: { q: 'Oda' } })
    expect(candidates.map(({ name }) => name)).toEqual(['Oda Here'])
  })

  test('are marked in the list of members, and can do nothing, whatever their role', async () => {
    const { params, projectId } = await project()
    const people = peopleOf(server)
    const [away, here] = [
      await suspended(await people.member('Pia Away', projectId, { role: 'manager' })),
      await people.member('Pia Here', projectId, { role: 'viewer' }),
    ]
    const explain = ({ id }: TestPerson) =>
      server.call(api.members.explain, {
        params,
        query: { who: `user:${id}`, action: 'translations.save', language: 'en' },
      })
    expect(await explain(away)).toMatchObject({ allowed: false, isSuspended: true, helps: [] })
    const { isSuspended, helps } = await explain(here)
    expect([isSuspended, helps.length > 0]).toEqual([false, true])
    const { members } = await server.call(api.members.list, {
      params,
      query: { show: 'person', q: 'Pia', limit: 50 },
    })
    expect(members.map((one) => [one.name, one.kind === 'person' && one.isSuspended])).toEqual([
      ['Pia Away', true],
      ['Pia Here', false],
    ])
    await server.server.deps.store.write((w) => suspendPerson(w, away.id, null))
    expect(await explain(away)).toMatchObject({ allowed: true, isSuspended: false })
  })

  test('are not named as managers to ask, and not counted as the last one', async () => {
    const { params, projectId } = await project()
    const people = peopleOf(server)
    const away = await suspended(await people.member('Mia', projectId, { role: 'manager' }))
    const here = await people.member('Mona', projectId, { role: 'manager' })
    const list = await server.call(api.members.list, {
      params,
      query: { show: 'everyone', q: '', limit: 50 },
    })
    expect(list.managers.map(({ name }) => name)).toEqual(['Ann', 'Mona'])
    expect(list.lastManager).toBe(`user:${here.id}`)
    await expect(here.call(api.members.leave, { params })).rejects.toMatchObject({ code: 'last-manager' })
    await server.server.deps.store.write((w) => suspendPerson(w, away.id, null))
    await here.call(api.members.leave, { params })
  })
})

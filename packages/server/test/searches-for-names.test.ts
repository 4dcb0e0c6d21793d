import { api } from '@dragoman/contract'
import { projectBySlug, recordAudit } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { peopleOf } from './people.ts'
import { BOTH_DATABASES, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'uebung' }
const NAME = 'Ärmel Müller'

describe.each(BOTH_DATABASES)('a name with accents is found, on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, {
      body: { slug: params.project, name: 'Übung für Ängstliche', sourceLanguage: 'en' },
    })
    const { store } = server.server.deps
    const projectId = (await store.read((r) => projectBySlug(r, params.project)))?.id ?? 0
    const person = await peopleOf(server).member(NAME, projectId, { role: 'manager' })
    const origin = { actor: person.actor, address: null, tokenId: null }
    const entry = { kind: 'project.made', projectId, origin, target: NAME, details: {} } as const
    await store.write((w) => recordAudit(w, entry))
  })
  afterAll(() => server.close())

  const SEARCHES = ['Müller', 'müller', 'MÜLLER', 'muller', 'Ärmel', 'ärmel', 'armel', 'ÄRMEL mül'] as const

  test.each(SEARCHES)('as %s among people, sessions and members', async (q) => {
    const { people } = await server.call(api.admin.people, { query: { q, limit: 10 } })
    expect(people.map(({ name }) => name)).toEqual([NAME])
    const { sessions } = await server.call(api.admin.sessions, { query: { q, limit: 10 } })
    expect(sessions.map(({ person }) => person.name)).toEqual([NAME])
    const { members } = await server.call(api.members.list, {
      params,
      query: { show: 'everyone', q, limit: 10 },
    })
    expect(members.map(({ name }) => name)).toEqual([NAME])
  })

  test.each(SEARCHES)('as %s in the audit log, by who and by what', async (text) => {
    for (const query of [{ who: text }, { q: text }]) {
      const ofServer = await server.call(api.audit.list, { query: { ...query, limit: 10 } })
      expect(ofServer.entries.map(({ target }) => target)).toEqual([NAME])
      const ofProject = await server.call(api.audit.ofProject, { params, query: { ...query, limit: 10 } })
      expect(ofProject.entries.map(({ actor }) => actor?.name)).toEqual([NAME])
    }
  })

  test.each(['übung', 'ÜBUNG', 'ubung', 'fur ang', 'UEBUNG'])('as %s among projects', async (q) => {
    const { projects } = await server.call(api.admin.projects, { query: { q, limit: 10 } })
    expect(projects.map(({ slug }) => slug)).toEqual([params.project])
  })

  test('and nothing else is', async () => {
    const { people } = await server.call(api.admin.people, { query: { q: 'mueller', limit: 10 } })
    expect(people).toEqual([])
    const { entries } = await server.call(api.audit.list, { query: { q: '%', limit: 10 } })
    expect(entries).toEqual([])
  })
})

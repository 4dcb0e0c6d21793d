import { actorId, PROJECT_ROLES, type Principal, type ProjectRole } from '@dragoman/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRoutes, explainRoute } from '../src/http/mount.ts'
import { openTestServer, type TestServer } from './test-server.ts'

/** What each role may call, route by route. A new route without a line here fails. */
const ALLOWED: Readonly<Record<string, readonly (ProjectRole | 'anybody')[]>> = {
  'session.get': ['anybody'],
  'session.setUp': ['anybody'],
  'session.checkPassword': ['anybody'],
  'session.enter': ['anybody'],
  'session.signIn': ['anybody'],
  'session.signOut': ['anybody'],
  'session.rename': [...PROJECT_ROLES],
  'projects.list': [...PROJECT_ROLES],
  'projects.create': [],
  'projects.get': [...PROJECT_ROLES],
  'projects.update': ['manager'],
  'projects.remove': ['manager'],
  'projects.overview': [...PROJECT_ROLES],
  'languages.add': ['manager'],
  'languages.update': ['manager'],
  'languages.remove': ['manager'],
  'languages.counts': [...PROJECT_ROLES],
  'namespaces.list': [...PROJECT_ROLES],
  'keys.page': [...PROJECT_ROLES],
  'keys.get': [...PROJECT_ROLES],
  'keys.create': ['manager', 'developer'],
  'keys.update': ['manager', 'developer'],
  'keys.bulk': ['manager', 'developer'],
  'keys.remove': ['manager', 'developer'],
  'translations.page': [...PROJECT_ROLES],
  'translations.get': [...PROJECT_ROLES],
  'translations.save': ['manager', 'reviewer', 'translator'],
  'translations.bulkSave': ['manager', 'reviewer', 'translator'],
  'translations.history': [...PROJECT_ROLES],
  'translations.bulk': ['manager', 'reviewer', 'translator'],
  'operations.list': [...PROJECT_ROLES],
  'operations.groups': [...PROJECT_ROLES],
  'operations.undoMany': ['manager', 'developer', 'reviewer', 'translator'],
  'operations.get': [...PROJECT_ROLES],
  'operations.undo': ['manager', 'developer', 'reviewer', 'translator'],
  'sources.inspect': [],
  'sources.list': [...PROJECT_ROLES],
  'sources.create': ['manager', 'developer'],
  'sources.remove': ['manager', 'developer'],
  'sources.sync': ['manager', 'developer'],
  'imports.create': ['manager', 'developer'],
  'imports.upload': ['manager', 'developer'],
  'imports.plan': ['manager', 'developer'],
  'imports.start': ['manager', 'developer'],
  'imports.remove': ['manager', 'developer'],
  'jobs.list': [...PROJECT_ROLES],
  'jobs.get': [...PROJECT_ROLES],
  'jobs.cancel': ['manager', 'developer'],
  'files.list': [...PROJECT_ROLES],
  'files.conflicts': [...PROJECT_ROLES],
  'files.settle': ['manager', 'developer'],
  'files.limits': [...PROJECT_ROLES],
  'files.formats': [...PROJECT_ROLES],
  'files.exportAll': ['manager', 'developer'],
  'files.export': ['manager', 'developer'],
  'files.plan': ['manager', 'developer'],
  'files.import': ['manager', 'developer'],
}

const PROJECT_ID = 7

function member(role: ProjectRole): Principal {
  return {
    id: actorId('user', 1),
    name: 'Ben',
    instanceRole: 'member',
    memberships: new Map([[PROJECT_ID, { role, languages: null, namespaces: null }]]),
  }
}

describe.each(allRoutes().map((entry) => [`${entry.area}.${entry.name}`, entry.route] as const))(
  '%s',
  (name, route) => {
    test('has an answer for every role', () => {
      const allowed = ALLOWED[name]
      expect(allowed, `add ${name} to the table`).toBeDefined()
      for (const role of PROJECT_ROLES) {
        const may =
          explainRoute(member(role), route, route.path.includes(':project') ? PROJECT_ID : null) === null
        expect(may, role).toBe(allowed?.includes('anybody') || allowed?.includes(role))
      }
    })
  },
)

test('the table names no route that does not exist', () => {
  const names = new Set(allRoutes().map((entry) => `${entry.area}.${entry.name}`))
  expect(Object.keys(ALLOWED).filter((name) => !names.has(name))).toEqual([])
})

describe('over HTTP', () => {
  let server: TestServer
  let anonymous: TestServer['request']
  beforeAll(async () => {
    server = await openTestServer()
    anonymous = (path, init) => fetch(`${server.server.origin}${path}`, init)
  })
  afterAll(() => server.close())

  const privateRoutes = allRoutes().filter(({ route }) => route.action !== 'public')

  test.each(privateRoutes.map(({ area, name, route }) => [`${area}.${name}`, route] as const))(
    '%s refuses who is not signed in',
    async (_, route) => {
      const path = `/api${route.path.replaceAll(/:(\w+)/g, (_match, name) => (name === 'project' ? 'nowhere' : '1'))}`
      const response = await anonymous(path, {
        method: route.method,
        ...(route.method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' }),
      })
      expect(response.status).toBe(401)
      expect(((await response.json()) as { code: string }).code).toBe('not-signed-in')
    },
  )

  test.each(
    privateRoutes
      .filter(({ route }) => route.path.includes(':project'))
      .map(({ area, name, route }) => [`${area}.${name}`, route] as const),
  )('%s knows no project of another name', async (_, route) => {
    const path = `/api${route.path.replaceAll(/:(\w+)/g, (_match, name) => (name === 'project' ? 'nowhere' : '1'))}`
    const response = await server.request(path, {
      method: route.method,
      ...(route.method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' }),
    })
    expect(response.status).toBe(404)
    expect(((await response.json()) as { params: unknown }).params).toEqual({ what: 'project' })
  })

  test('live events refuse who is not signed in', async () => {
    expect((await anonymous('/api/projects/nowhere/events')).status).toBe(401)
  })
})

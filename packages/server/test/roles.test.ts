import { api } from '@dragoman/contract'
import type { Principal } from '@dragoman/core'
import { putMembership } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '../src/http/mount.ts'
import { IMPORT } from '../src/imports/import-type.ts'
import { listenWith } from './changed-server.ts'
import { CALLS } from './role-calls.ts'
import { matrixRows } from './role-matrix.ts'
import { openRoleTable, type RoleTable } from './role-table.ts'
import { INSIDE } from './role-world.ts'

let world: RoleTable['world']
let table: RoleTable

beforeAll(async () => {
  table = await openRoleTable()
  world = table.world
})
afterAll(() => world.close())

const ROWS = matrixRows()

test('every route of the contract has a line, and every line is a route', () => {
  const routes = allRoutes().map(({ area, name }) => `${area}.${name}`)
  const lines = ROWS.map(({ name }) => name)
  expect(routes.filter((name) => !lines.includes(name))).toEqual([])
  expect(Object.keys(CALLS).filter((name) => !lines.includes(name))).toEqual([])
  expect(lines.filter((name) => !routes.includes(name.split(':')[0] ?? ''))).toEqual([])
  expect(new Set(lines).size).toBe(lines.length)
})

/** Who calls every route, here or in `roles-of-others.heavy.test.ts`. */
const CALLERS = [
  ...['owner', 'manager', 'developer', 'reviewer', 'translator', 'contributor', 'viewer'],
  ...['outsider', 'nobody', 'reader', 'suggester', 'visitor'],
  ...['manager', 'developer', 'reviewer', 'translator', 'contributor', 'viewer'].flatMap((role) => [
    `${role} of German and app`,
    `${role} of the namespace app`,
  ]),
  'developer who translates German too',
  ...['translator', 'manager', 'reviewer of German and app'].map((role) => `${role} by a group`),
  ...['read', 'suggest', 'write', 'review', 'files', 'admin', 'deliver'].flatMap((scope) => [
    `manager with a token to ${scope}`,
    `owner with a token to ${scope}`,
  ]),
  'manager with a token of another project',
  'manager with a token for French',
  'owner with a token for French',
  'translator with a token',
  'viewer with a token',
  'suspended manager',
  'suspended manager with a token',
  'manager with an expired session',
  'manager who was signed out',
  'manager with an expired token',
  'manager with a revoked token',
  'manager who was removed',
  'manager who was removed, with a token',
  'manager of another project',
  'owner who is none any more',
]

test('every route is called by 57 kinds of callers', () => {
  expect(new Set(CALLERS).size).toBe(57)
  const callersOf = new Map<string, Set<string>>()
  for (const row of ROWS) {
    const route = row.name.split(':')[0] ?? ''
    callersOf.set(route, new Set([...(callersOf.get(route) ?? []), ...table.callersOf(row)]))
  }
  const missing = [...callersOf].flatMap(([route, callers]) => {
    const absent = CALLERS.filter((caller) => !callers.has(caller))
    const unknown = [...callers].filter((caller) => !CALLERS.includes(caller))
    return [...absent, ...unknown].map((caller) => `${route}: ${caller}`)
  })
  expect(missing).toEqual([])
})

test.each(ROWS.map((row) => [row.name, row] as const))('%s', async (_, row) => {
  expect(await table.differences(row)).toEqual([])
})

describe('lists', () => {
  test('show only what can be read', async () => {
    const call = await world.caller(await world.somebody('viewer'))
    const { projects } = await call(api.projects.list, {})
    const listed = ({ slug }: { readonly slug: string }) => (slug.startsWith('spare') ? [] : [slug])
    expect(projects.flatMap(listed)).toEqual(['own', 'readable', 'open'])
    const { firstProject, actor } = await call(api.session.get, {})
    expect(firstProject).toBe('own')
    expect(actor).toMatchObject({ instanceRole: 'member' })
    const inOwn = actor?.memberships.filter(({ project }) => project === 'own')
    expect(inOwn).toMatchObject([{ role: 'viewer', groupId: null }])
    const outsider = await world.caller(await world.somebody('outsider'))
    expect((await outsider(api.projects.list, {})).projects.flatMap(listed)).toEqual(['readable', 'open'])
  })
})

describe('outside the contract', () => {
  const ANSWERS = [
    ['owner', 200, 200],
    ['viewer', 200, 200],
    ['outsider', 404, 404],
    ['nobody', 401, 404],
  ] as const
  test.each(ANSWERS)(
    '%s: live events and delivered files of a private project',
    async (role, live, delivered) => {
      const send = await world.sender(await world.somebody(role))
      const stop = new AbortController()
      const events = await send('/api/projects/own/events', { signal: stop.signal })
      expect(events.status).toBe(live)
      stop.abort()
      expect((await send('/d/own/live/locales/de/app.json', {})).status).toBe(delivered)
    },
  )

  test('a job can do what the person who started it can do when it runs', async () => {
    const { store, jobs, uploads } = world.deps
    const who = await world.somebody('developer')
    const { id: projectId } = await world.projectOf(INSIDE)
    const before = await table.revision(INSIDE)
    const folder = await uploads.folderOf(projectId, await world.upload(INSIDE, 'file'))
    const { id } = await store.write(async (w) => {
      const viewer = { role: 'viewer', languages: null, namespaces: null } as const
      await putMembership(w, { userId: who.id ?? 0, projectId }, viewer)
      return jobs.add(w, IMPORT, {
        projectId,
        payload: { folder, mode: 'overwrite', placements: [] },
        startedBy: { id: `user:${who.id ?? 0}`, name: who.name },
      })
    })
    const { state, problem } = await jobs.ended(id)
    expect([state, problem?.code, problem?.params.reason]).toEqual(['failed', 'not-allowed', 'role-too-low'])
    expect(await table.revision(INSIDE)).toBe(before)
  })

  test('a project that does not exist looks like one that cannot be seen', async () => {
    const call = await world.caller(await world.somebody('viewer'))
    const failures = ['nowhere', 'other'].map((project) =>
      call(api.projects.get, { params: { project } }).catch((error: unknown) => error),
    )
    const [missing, hidden] = await Promise.all(failures)
    expect(missing).toEqual(hidden)
    expect(missing).toMatchObject({ code: 'not-found', params: { what: 'project' } })
  })
})

/** Returns the caller without limits to languages. */
function anyLanguage({ actor }: { readonly actor: Principal | null }): Principal | null {
  const free = [...(actor?.memberships ?? [])].map(
    ([id, own]) => [id, own.map((one) => ({ ...one, languages: null }))] as const,
  )
  return actor && { ...actor, memberships: new Map(free) }
}

test('the table detects a handler that forgets the language', async () => {
  const forgetful = await listenWith(world, (handlers) => ({
    ...handlers,
    translations: {
      ...handlers.translations,
      save: (request) =>
        handlers.translations.save({
          ...request,
          caller: { ...request.caller, actor: anyLanguage(request) },
        }),
    },
  }))
  const row = ROWS.find(({ name }) => name === 'translations.save') ?? expect.fail('no line for saving')
  expect(await table.differences(row, forgetful.origin)).toEqual([
    'translator of German and app, other language: yes, not ·',
    'developer who translates German too, other language: yes, not ·',
  ])
  forgetful.close()
})

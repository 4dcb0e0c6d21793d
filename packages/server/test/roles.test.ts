import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api, Failure } from '@dragoman/contract'
import type { Membership, Principal } from '@dragoman/core'
import { projectById, putMembership } from '@dragoman/store'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allAreas, handlersOf } from '../src/areas/all.ts'
import { allRoutes, mount } from '../src/http/mount.ts'
import { problemResponse } from '../src/http/problem.ts'
import { CALLS, isHeard } from './role-calls.ts'
import { type Answer, type MatrixRow, matrixRows, ROLES, type Role } from './role-matrix.ts'
import { INSIDE, openRoleWorld, type Place, type Somebody, type World } from './role-world.ts'

/** What somebody is limited to, in the words of the table. */
const LIMITS: Readonly<Record<string, Partial<Membership>>> = {
  'German and app': { languages: new Set(['de']), namespaces: new Set(['app']) },
  'the namespace app': { namespaces: new Set(['app']) },
}
const PLACES: Readonly<Record<string, Place>> = {
  inside: INSIDE,
  'other language': { ...INSIDE, language: 'fr' },
  'other namespace': { ...INSIDE, namespace: 'legal' },
}
const OTHER: Place = { ...INSIDE, project: 'other', isOwn: false }

type Cell = {
  readonly title: string
  readonly who: Somebody
  readonly place: Place
  readonly expected: Answer
  /** The reason that a refusal has to give. */
  readonly reason?: string | undefined
}

let world: World
const people = new Map<string, Somebody>()

beforeAll(async () => {
  world = await openRoleWorld()
  for (const role of ROLES) {
    people.set(role, await world.somebody(role))
    if (!isMember(role)) continue
    for (const [limit, membership] of Object.entries(LIMITS))
      people.set(`${role} of ${limit}`, await world.somebody(role, membership))
  }
})
afterAll(() => world.close())

function isMember(role: Role): boolean {
  return !['owner', 'outsider', 'nobody'].includes(role)
}

function personOf(name: string): Somebody {
  const found = people.get(name)
  if (found === undefined) throw new Error(`nobody is ${name}`)
  return found
}

/** All that the table says of a route. */
function cellsOf(row: MatrixRow): readonly Cell[] {
  const cells: Cell[] = []
  const hasProject = row.answers.get('outsider') === '404'
  for (const [role, expected] of row.answers) {
    const reason = expected === '·' ? (hasProject ? 'role-too-low' : 'owner-only') : undefined
    cells.push({ title: role, who: personOf(role), place: INSIDE, expected, reason })
    if (hasProject && isMember(role))
      cells.push({ title: `${role}, other project`, who: personOf(role), place: OTHER, expected: '404' })
    if (expected !== 'yes' || !isMember(role)) continue
    for (const limit of Object.keys(LIMITS)) {
      const who = personOf(`${role} of ${limit}`)
      for (const [where, place] of Object.entries(PLACES)) {
        if (row.on === '-' && where !== 'inside') continue
        const refusal = role === 'manager' ? undefined : limitRefusal(row.on, limit, where)
        cells.push({
          title: `${role} of ${limit}, ${where}`,
          who,
          place,
          expected: refusal === undefined ? 'yes' : '·',
          reason: refusal,
        })
      }
    }
  }
  return cells
}

function limitRefusal(on: MatrixRow['on'], limit: string, where: string): string | undefined {
  if (on === '-') return undefined
  if (limit === 'German and app' && (on === 'keys' || where === 'other language')) return 'other-language'
  return where === 'other namespace' ? 'other-namespace' : undefined
}

/** What a call comes to, and whether a refusal has written anything. */
async function answerOf(row: MatrixRow, { who, place, reason }: Cell, origin?: string): Promise<string> {
  const make = CALLS[row.name as keyof typeof CALLS] // the table names no other, see below
  const call = await world.caller(who, origin)
  let before = 0
  const noting: typeof call = async (route, parts) => {
    before = await revision(place)
    return call(route, parts)
  }
  try {
    await make({ call: noting, world, who, place, params: { project: place.project } })
    return 'yes'
  } catch (error) {
    if (isHeard(error)) return 'yes'
    if (!(error instanceof Failure)) throw error
    const { code, params } = error
    if ((await revision(place)) !== before) return `${code}, and something was written`
    if (code === 'not-signed-in') return '401'
    if (code === 'not-found' && params.what === 'project') return '404'
    if (code !== 'not-allowed') return `${code} ${JSON.stringify(params)} ${JSON.stringify(error.fields)}`
    // A text that a bulk save leaves out is named without a reason.
    return params.reason === undefined || params.reason === reason ? '·' : `· ${params.reason}`
  }
}

async function revision(place: Place): Promise<number> {
  const { id } = await world.projectOf(place)
  return (await world.deps.store.read((r) => projectById(r, id)))?.revision ?? 0
}

/** Where the program does not do what the table says. */
async function differences(row: MatrixRow, origin?: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const cell of cellsOf(row)) {
    const answer = await answerOf(row, cell, origin)
    if (answer !== cell.expected) found.push(`${cell.title}: ${answer}, not ${cell.expected}`)
  }
  return found
}

const ROWS = matrixRows()

test('every route of the contract has a line, and every line is a route', () => {
  const routes = allRoutes().map(({ area, name }) => `${area}.${name}`)
  const lines = ROWS.map(({ name }) => name)
  expect(routes.filter((name) => !lines.includes(name))).toEqual([])
  expect(Object.keys(CALLS).filter((name) => !lines.includes(name))).toEqual([])
  expect(lines.filter((name) => !routes.includes(name.split(':')[0] ?? ''))).toEqual([])
  expect(new Set(lines).size).toBe(lines.length)
})

test.each(ROWS.map((row) => [row.name, row] as const))('%s', async (_, row) => {
  expect(await differences(row)).toEqual([])
})

describe('lists', () => {
  test('show what may be read, and no more', async () => {
    const call = await world.caller(await world.somebody('viewer'))
    const { projects } = await call(api.projects.list, {})
    expect(projects.map(({ slug }) => slug)).toEqual(['own'])
    const { firstProject, actor } = await call(api.session.get, {})
    expect(firstProject).toBe('own')
    expect(actor).toMatchObject({ instanceRole: 'member', memberships: [{ project: 'own', role: 'viewer' }] })
    const outsider = await world.caller(await world.somebody('outsider'))
    expect((await outsider(api.projects.list, {})).projects).toEqual([])
    expect((await outsider(api.session.get, {})).firstProject).toBeNull()
  })
})

describe('beside the contract', () => {
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

  test('a job may what the person who started it may when it runs', async () => {
    const { store, jobs, uploads } = world.deps
    const who = await world.somebody('developer')
    const { id: projectId } = await world.projectOf(INSIDE)
    const before = await revision(INSIDE)
    const folder = await uploads.folderOf(projectId, await world.upload(INSIDE, 'file'))
    const { id } = await store.write(async (w) => {
      const viewer = { role: 'viewer', languages: null, namespaces: null } as const
      await putMembership(w, { userId: who.id ?? 0, projectId }, viewer)
      return jobs.add(w, {
        projectId,
        kind: 'import',
        payload: { folder, mode: 'overwrite', placements: [] },
        unit: 'texts',
        startedBy: { id: `user:${who.id ?? 0}`, name: who.name },
      })
    })
    const { state, problem } = await jobs.ended(id)
    expect([state, problem?.code, problem?.params.reason]).toEqual(['failed', 'not-allowed', 'role-too-low'])
    expect(await revision(INSIDE)).toBe(before)
  })

  test('a project that does not exist is told as one that may not be seen', async () => {
    const call = await world.caller(await world.somebody('viewer'))
    const failures = ['nowhere', 'other'].map((project) =>
      call(api.projects.get, { params: { project } }).catch((error: unknown) => error),
    )
    const [missing, hidden] = await Promise.all(failures)
    expect(missing).toEqual(hidden)
    expect(missing).toMatchObject({ code: 'not-found', params: { what: 'project' } })
  })
})

/** Who asks, as if they were limited to no languages. */
function anyLanguage({ actor }: { readonly actor: Principal | null }): Principal | null {
  const free = [...(actor?.memberships ?? [])].map(
    ([id, membership]) => [id, { ...membership, languages: null }] as const,
  )
  return actor && { ...actor, memberships: new Map(free) }
}

describe('a handler that forgets the language', () => {
  let forgetful: Server
  let origin = ''
  beforeAll(async () => {
    const { deps } = world
    const handlers = handlersOf(allAreas(deps))
    const app = new Hono()
    app.onError((error) => problemResponse(error instanceof Failure ? error : new Failure('unexpected')))
    const save: typeof handlers.translations.save = (request) =>
      handlers.translations.save({ ...request, caller: { ...request.caller, actor: anyLanguage(request) } })
    mount(app, { ...handlers, translations: { ...handlers.translations, save } }, deps)
    forgetful = createServer(getRequestListener(app.fetch))
    await new Promise<void>((resolve) => {
      forgetful.listen(0, '127.0.0.1', resolve)
    })
    origin = `http://127.0.0.1:${(forgetful.address() as AddressInfo).port}` // a TCP server has a port
  })
  afterAll(() => void forgetful.close())

  test('is found by the table', async () => {
    const row = ROWS.find(({ name }) => name === 'translations.save')
    if (row === undefined) throw new Error('no line for saving')
    expect(await differences(row, origin)).toEqual([
      'reviewer of German and app, other language: yes, not ·',
      'translator of German and app, other language: yes, not ·',
    ])
  })
})

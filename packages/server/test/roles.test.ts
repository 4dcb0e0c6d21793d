import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api, Failure } from '@dragoman/contract'
import {
  type Action,
  PROJECT_ACTIONS,
  PROJECT_ROLES,
  type Principal,
  TOKEN_SCOPES,
  type TokenLimits,
} from '@dragoman/core'
import { type OwnMembership, projectById, putMembership } from '@dragoman/store'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allAreas, handlersOf } from '../src/areas/all.ts'
import type { Caller } from '../src/http/caller.ts'
import { allRoutes, type Handlers, mount } from '../src/http/mount.ts'
import { expectedFailure, problemResponse } from '../src/http/problem.ts'
import { CALLS, isHeard } from './role-calls.ts'
import { type Answer, type MatrixRow, matrixRows, OWNER_BY_TOKEN, ROLES, type Role } from './role-matrix.ts'
import { INSIDE, openRoleWorld, type Place, type Somebody, type World } from './role-world.ts'

/** Limits of a person, by their names in the table. */
const LIMITS: Readonly<Record<string, Partial<OwnMembership>>> = {
  'German and app': { languages: new Set(['de']), namespaces: new Set(['app']) },
  'the namespace app': { namespaces: new Set(['app']) },
}
const PLACES: Readonly<Record<string, Place>> = {
  inside: INSIDE,
  'other language': { ...INSIDE, language: 'fr' },
  'other namespace': { ...INSIDE, namespace: 'legal' },
}
/** Projects in which people who are not members can do something. */
const SHARED: Partial<Record<Role, Place>> = {
  reader: { ...INSIDE, project: 'readable', isOwn: false },
  suggester: { ...INSIDE, project: 'open', isOwn: false },
  visitor: { ...INSIDE, project: 'open', isOwn: false },
}
const OTHER: Place = { ...INSIDE, project: 'other', isOwn: false }

const OWNER_TOKENS: readonly (readonly [string, Partial<TokenLimits>])[] = [
  ...TOKEN_SCOPES.map((scope): [string, Partial<TokenLimits>] => [
    `to ${scope}`,
    { scopes: new Set([scope]) },
  ]),
  ['for French', { languages: new Set(['fr']) }],
]

type Cell = {
  readonly title: string
  readonly who: Somebody
  readonly place: Place
  readonly expected: Answer
  /** The reason that a refusal has to give, or one of several. */
  readonly reason?: string | readonly string[] | undefined
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
  const grants = [{ role: 'translator' as const, languages: new Set(['de']), namespaces: null }]
  people.set(GERMAN_TOO, await world.somebody('developer', { grants }))
  const tokens: [string, Partial<TokenLimits>][] = [
    ...TOKEN_SCOPES.map((scope): [string, Partial<TokenLimits>] => [
      `to ${scope}`,
      { scopes: new Set([scope]) },
    ]),
    ['of another project', { projectId: (await world.projectOf(OTHER)).id }],
    ['for French', { languages: new Set(['fr']) }],
  ]
  for (const [title, limits] of tokens)
    people.set(`manager with a token ${title}`, await world.withToken(personOf('manager'), limits))
  for (const [title, limits] of OWNER_TOKENS)
    people.set(`owner with a token ${title}`, await world.withToken(personOf('owner'), limits))
})
afterAll(() => world.close())

function isMember(role: Role): boolean {
  return PROJECT_ROLES.some((known) => known === role)
}

function personOf(name: string): Somebody {
  const found = people.get(name)
  if (found === undefined) throw new Error(`nobody is ${name}`)
  return found
}

/** Returns everything that the table says about a route. */
function cellsOf(row: MatrixRow): readonly Cell[] {
  const cells: Cell[] = []
  const hasProject = row.answers.get('outsider') === '404'
  for (const [role, expected] of row.answers) {
    const reason = expected === '·' ? (hasProject ? 'role-too-low' : 'owner-only') : undefined
    cells.push({ title: role, who: personOf(role), place: SHARED[role] ?? INSIDE, expected, reason })
    if (hasProject && isMember(role))
      cells.push({ title: `${role}, other project`, who: personOf(role), place: OTHER, expected: '404' })
    if (expected !== 'yes' || !isMember(role)) continue
    for (const limit of Object.keys(LIMITS)) {
      const who = personOf(`${role} of ${limit}`)
      for (const [where, place] of Object.entries(PLACES)) {
        if ((row.on === '-' || row.on === 'all') && where !== 'inside') continue
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
  return [...cells, ...severalRolesCells(row), ...tokenCells(row, hasProject), ...ownerTokenCells(row)]
}

const GERMAN_TOO = 'developer who translates German too'

/** Returns what the table says about someone with two roles: what one of them may, with its own limits. */
function severalRolesCells({ on, answers }: MatrixRow): readonly Cell[] {
  const isDevelopers = answers.get('developer') === 'yes'
  const isTranslators = answers.get('translator') === 'yes'
  if (!answers.has('developer')) return []
  return Object.entries(PLACES).flatMap(([where, place]): Cell[] => {
    if ((on === '-' || on === 'all') && where !== 'inside') return []
    const isInGerman = on === '-' || (on === 'text' && where !== 'other language')
    const isAllowed = isDevelopers || (isTranslators && isInGerman)
    const refused =
      answers.get('developer') === '401' ? '401' : answers.get('outsider') === 'yes' ? 'yes' : '·'
    return [
      {
        title: `${GERMAN_TOO}, ${where}`,
        who: personOf(GERMAN_TOO),
        place,
        expected: isAllowed ? 'yes' : refused,
        reason: isAllowed
          ? undefined
          : isTranslators
            ? 'other-language'
            : answers.get('outsider') === '404'
              ? // One of the roles may be refused for its language first.
                ['role-too-low', 'other-language']
              : 'owner-only',
      },
    ]
  })
}

/** Returns what the table says about a manager who calls with a token. */
function tokenCells({ name, on, answers, scopes }: MatrixRow, hasProject: boolean): readonly Cell[] {
  const cells = TOKEN_SCOPES.map((scope): Cell => {
    const isEnough = scopes.has(scope)
    const isOwners = answers.get('manager') === '·' && scope !== 'deliver'
    const reason = isOwners ? 'owner-only' : 'token-scope'
    return tokenCell(`to ${scope}`, isEnough ? 'yes' : '·', isEnough ? undefined : reason)
  })
  if (!hasProject) return cells
  cells.push(tokenCell('of another project', '404'))
  const { action, method } = routeOf(name)
  const isReading = method === 'GET' && action.endsWith('.read')
  // The handlers of routes that only ask to read ask for something on texts themselves.
  const isOnProject = isProjectAction(action) && action !== 'project.read'
  const isRefused = on !== '-' || (!scopes.has('read') && isOnProject && !isReading)
  if (scopes.size === 0) cells.push(tokenCell('for French', '·', 'token-scope'))
  else if (isRefused) cells.push(tokenCell('for French', '·', 'token-language'))
  else cells.push(tokenCell('for French', 'yes'))
  return cells
}

/** Returns what the table says about an owner who calls with a token what only owners may. */
function ownerTokenCells({ name, answers }: MatrixRow): readonly Cell[] {
  if (answers.get('owner') !== 'yes' || answers.get('manager') !== '·') return []
  return OWNER_TOKENS.map(([token]): Cell => {
    const isAllowed = token === 'to admin' && OWNER_BY_TOKEN.has(name)
    const reason = token === 'for French' && OWNER_BY_TOKEN.has(name) ? 'token-language' : 'token-scope'
    const title = `owner with a token ${token}`
    return { title, who: personOf(title), place: INSIDE, expected: isAllowed ? 'yes' : '·', reason }
  })
}

function routeOf(name: string) {
  const found = allRoutes().find(({ area, name: route }) => `${area}.${route}` === name.split(':')[0])
  if (found === undefined) throw new Error(`no route ${name}`)
  return found.route
}

function isProjectAction(action: Action | 'public'): boolean {
  return PROJECT_ACTIONS.some((one) => one === action)
}

function tokenCell(token: string, expected: Answer, reason?: string): Cell {
  const title = `manager with a token ${token}`
  return { title, who: personOf(title), place: INSIDE, expected, reason }
}

function limitRefusal(on: MatrixRow['on'], limit: string, where: string): string | undefined {
  if (on === '-') return undefined
  if (on === 'all') return limit === 'German and app' ? 'other-language' : 'other-namespace'
  if (limit === 'German and app' && (on === 'keys' || where === 'other language')) return 'other-language'
  return where === 'other namespace' ? 'other-namespace' : undefined
}

/** Returns the result of a call, and whether a refusal has written anything. */
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
    // A bulk save skips and lists a text without a reason.
    return params.reason === undefined || [reason].flat().includes(String(params.reason))
      ? '·'
      : `· ${params.reason}`
  }
}

async function revision(place: Place): Promise<number> {
  const { id } = await world.projectOf(place)
  return (await world.deps.store.read((r) => projectById(r, id)))?.revision ?? 0
}

/** Returns where the program does not do what the table says. */
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

  test('a job may do what the person who started it may do when it runs', async () => {
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

  test('a project that does not exist looks like one that may not be seen', async () => {
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

/** Starts a server with other routes or handlers than those of the program. */
async function listenWith(
  change: (handlers: Handlers) => Handlers,
  routes = allRoutes(),
): Promise<{ readonly origin: string; readonly close: () => void }> {
  const { deps } = world
  const app = new Hono()
  app.onError((error) => problemResponse(expectedFailure(error) ?? new Failure('unexpected')))
  mount(app, change(handlersOf(allAreas(deps))), deps, routes)
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // a TCP server has a port
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

test('the table detects a handler that forgets the language', async () => {
  const forgetful = await listenWith((handlers) => ({
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
  expect(await differences(row, forgetful.origin)).toEqual([
    'reviewer of German and app, other language: yes, not ·',
    'translator of German and app, other language: yes, not ·',
    'developer who translates German too, other language: yes, not ·',
  ])
  forgetful.close()
})

/** Wraps the handlers so that they take every caller for an owner. */
function withoutFinerChecks(handlers: Handlers): Handlers {
  type AnyHandler = (request: { caller: Caller }) => unknown
  const areas = Object.entries(handlers).map(([area, routes]) => {
    const changed = Object.entries(routes).map(([name, handler]) => [
      name,
      (request: { caller: Caller }) => {
        const { actor } = request.caller
        const owner = actor && { ...actor, instanceRole: 'owner', token: null }
        return (handler as unknown as AnyHandler)({
          ...request,
          actor: owner,
          caller: { ...request.caller, actor: owner },
        } as { caller: Caller })
      },
    ])
    return [area, Object.fromEntries(changed)]
  })
  return Object.fromEntries(areas) as Handlers // the same areas and names as before
}

/** Someone got access that should be refused. */
const LET_IN = /: yes, not (?:·|404|401)$/

/**
 * Removes one check after the other, and the table has to detect each: what a route checks before anything is
 * read, and what its handler and the write path check about the texts. A few lines of the table each time,
 * all with DRAGOMAN_ALL_CHECKS=1.
 */
describe('a removed check', () => {
  const routes = new Map(allRoutes().map(({ area, name, route }) => [`${area}.${name}`, route]))
  const guarded = ROWS.filter(({ name, answers }) => {
    // Without an account there is no own account or membership to change: there is no check to remove.
    const isOwnAccount = routes.get(name.split(':')[0] ?? '')?.action === 'profile.edit'
    const isOwnPart = isOwnAccount || name === 'members.leave'
    return !isOwnPart && answers.get('nobody') === '401'
  })
  const tried = process.env.DRAGOMAN_ALL_CHECKS ? guarded : guarded.filter((_, place) => place % 9 === 4)

  // Everyone calls the route three times: on a busy machine some rows take more than a minute.
  test.each(tried.map((row) => [row.name, row] as const))('%s', { timeout: 240_000 }, async (name, row) => {
    const [area, routeName] = name.split(/[.:]/)
    const open = allRoutes().map((one) =>
      one.area === area && one.name === routeName ? { ...one, route: weakened(one.route) } : one,
    )
    const ofRoute = await listenWith((handlers) => handlers, open)
    const ofHandler = await listenWith(withoutFinerChecks)
    const ofBoth = await listenWith(withoutFinerChecks, open)
    const withoutRoute = await differences(row, ofRoute.origin)
    const withoutFiner = await differences(row, ofHandler.origin)
    ofRoute.close()
    ofHandler.close()
    const withoutBoth = await differences(row, ofBoth.origin)
    ofBoth.close()
    const count = (found: readonly string[]) => found.filter((line) => LET_IN.test(line)).length
    // Only the write path checks texts. Roles are checked by the route, by the handler, or by both: then only
    // removing both lets someone in.
    if (row.on === 'text' || row.on === 'keys') expect(count(withoutFiner)).toBeGreaterThan(0)
    else expect(count(withoutRoute) || count(withoutFiner) || count(withoutBoth)).toBeGreaterThan(0)
  })
})

/** Returns the same route, requiring as little as a route at its URL can. */
function weakened(route: ReturnType<typeof allRoutes>[number]['route']): typeof route {
  const { action, path, by: _, needsProof: __, ...rest } = route
  const isLeast = action === 'project.read' || !path.includes(':project')
  return { ...rest, path, action: isLeast ? 'public' : 'project.read' }
}

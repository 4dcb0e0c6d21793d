import { api, BODY_LIMIT_BYTES, Failure, isFailure } from '@dragoman/contract'
import { isInstanceAction, TOKEN_SCOPES } from '@dragoman/core'
import { countAttempt, createToken, projectBySlug } from '@dragoman/store'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { visitor } from '../src/access/principal-of.ts'
import { newToken } from '../src/http/api-token.ts'
import { allRoutes, explainRoute } from '../src/http/mount.ts'
import type { CallLimitKind, PublicRoute } from '../src/limits/count-calls.ts'
import { WAITING_MAX } from '../src/limits/take-turns.ts'
import { hashOfSecret } from '../src/secrets/hash-of-secret.ts'
import { peopleOf } from './people.ts'
import { rawRequest } from './raw-request.ts'
import { eventually, openTestServer, type TestServer } from './test-server.ts'

/**
 * Every route that someone who is not signed in can call has limits: of calls per minute and at the same time for an address,
 * an account and a token, of the size of a body and of its nesting. The routes come from the contract.
 */

const NETWORK = '127.0.0.1'
const JSON_TYPE = { 'content-type': 'application/json' }
/** Above what a public route declares for itself. */
const CALLS_PER_MINUTE = 10_000
const CALLS_AT_ONCE = 4
const MINUTE_MS = 60_000
/** Public routes with bodies that nest deeper than this have to be looked at. */
const PUBLIC_DEPTH_MAX = 8

const PUBLIC = allRoutes().filter(({ route }) => route.action === 'public')
type Named = (typeof PUBLIC)[number]

let server: TestServer
let callers: readonly Caller[] = []
/** Each test has a minute of its own, which does not end while it counts. */
let nowMs = Date.parse('2026-01-01T00:00:00Z')
beforeEach(() => {
  nowMs += MINUTE_MS
})
beforeAll(async () => {
  const now = () => new Date(nowMs)
  const callLimits = { account: CALLS_PER_MINUTE, token: CALLS_PER_MINUTE, address: CALLS_PER_MINUTE }
  server = await openTestServer({ now, config: { callLimits, callsAtOnce: CALLS_AT_ONCE } })
  await server.call(api.projects.create, { body: { slug: 'open', name: 'Open', sourceLanguage: 'en' } })
  await server.call(api.projects.update, {
    params: { project: 'open' },
    body: { sharing: { with: 'everyone', role: 'suggester' } },
  })
  callers = await createCallers()
})
afterAll(() => server.close())

type Caller = {
  readonly kind: CallLimitKind
  readonly who: string | number
  readonly headers: Readonly<Record<string, string>>
}

/** Returns someone without a session, a person with one, and the same person with a token. */
async function createCallers(): Promise<readonly Caller[]> {
  const person = await peopleOf(server).stranger('Bea')
  const secret = newToken()
  const at = new Date().toISOString()
  const row = {
    userId: person.id,
    name: 'CI',
    hint: '',
    secretHash: hashOfSecret(secret),
    at,
    expiresAt: null,
  }
  const rights = { scopes: new Set(TOKEN_SCOPES), projectId: null, languages: null }
  const { tokenId } = await server.server.deps.store.write((w) => createToken(w, { ...row, ...rights }))
  return [
    { kind: 'address', who: NETWORK, headers: {} },
    { kind: 'account', who: person.actor.id, headers: { cookie: person.cookie } },
    { kind: 'token', who: tokenId, headers: { authorization: `Bearer ${secret}` } },
  ]
}

function hasBody({ route }: Named): boolean {
  try {
    route.body.parse(undefined)
    return false
  } catch {
    return true
  }
}

/** Calls a route with a body that its schema refuses. */
async function ask({ route }: Named, headers: Caller['headers'], body = '[]') {
  const path = `/api${route.path.replace(':project', 'open').replaceAll(/:\w+/g, '1')}`
  const sendsBody = route.method !== 'GET'
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  return rawRequest(server.server.origin, path, {
    method: route.method,
    headers: { ...headers, ...(sendsBody ? { ...JSON_TYPE, ...length } : {}) },
    ...(sendsBody ? { body } : {}),
  })
}

const tooMany = (what: string) => ({ code: 'too-many-requests', params: { what } })

/** Takes all turns of a caller, and all places to wait for one; returns how to let go of them. */
async function takeAllTurns({ kind, who }: Caller, atOnce: number, route?: PublicRoute) {
  const { turns } = server.server.deps
  const running = await Promise.all(
    Array.from({ length: atOnce }, () => turns.take(kind, who, undefined, route)),
  )
  const leaving = new AbortController()
  const waiting = Array.from({ length: WAITING_MAX }, () =>
    turns.take(kind, who, leaving, route).catch((error: unknown) => error),
  )
  return async () => {
    leaving.abort()
    for (const left of await Promise.all(waiting)) expect(left).toBeInstanceOf(Failure)
    for (const turn of running) turn.end()
  }
}

/** Counts calls of a caller at a route until it refuses: nearly all of them were made in another process. */
async function exceedMinute({ kind, who }: Caller, route: PublicRoute): Promise<void> {
  const { calls } = server.server.deps
  // This process learns of the others when it shares its own.
  await eventually(async () => {
    try {
      calls.count(kind, who, route)
      return false
    } catch (error) {
      if (!isFailure(error, 'too-many-requests')) throw error
      return true
    }
  })
}

function limitsOf({ area, name, route }: Named): PublicRoute {
  if (route.publicLimits === null) throw new Error(`${area}.${name} is public and has no limits`)
  return { ...route.publicLimits, name: `${area}.${name}` }
}

async function refusesBodies(one: Named): Promise<void> {
  const { bodyLimit, bodyDepth } = one.route
  const large = await ask(one, {}, `"${'x'.repeat(bodyLimit)}"`)
  expect([large.status, JSON.parse(large.body)]).toMatchObject([413, { params: { limitBytes: bodyLimit } }])
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const deep = await ask(one, {}, nested(bodyDepth + 1))
  expect(JSON.parse(deep.body)).toMatchObject({ errors: [{ code: 'too-deep' }] })
  expect((await ask(one, {}, nested(bodyDepth))).body).not.toContain('too-deep')
}

test('a public route refuses an address, an account and a token that call it too often in a minute', async () => {
  const all = PUBLIC.flatMap((one) => callers.map((caller) => ({ one, caller, route: limitsOf(one) })))
  await server.server.deps.store.write(async (w) => {
    for (const { caller, route } of all) {
      const row = { name: `calls ${caller.kind} ${caller.who} ${route.name}`, nowMs, windowMs: MINUTE_MS }
      await countAttempt(w, { ...row, by: route.callsPerMinute - 1 })
    }
  })
  await Promise.all(all.map(({ caller, route }) => exceedMinute(caller, route)))
  for (const { one, caller, route } of all) {
    expect(route.callsPerMinute).toBeLessThan(CALLS_PER_MINUTE)
    const refused = await ask(one, caller.headers)
    expect([refused.status, JSON.parse(refused.body)], route.name).toMatchObject([429, tooMany('calls')])
  }
})

describe.each(PUBLIC.map((one) => [`${one.area}.${one.name}`, one] as const))('%s', (_, one) => {
  test('refuses an address, an account and a token with too many calls at the same time', async () => {
    const route = limitsOf(one)
    expect(route.callsAtOnce).toBeLessThanOrEqual(CALLS_AT_ONCE)
    for (const caller of callers) {
      const letGo = await takeAllTurns(caller, route.callsAtOnce, route)
      const refused = await ask(one, caller.headers)
      await letGo()
      expect([refused.status, JSON.parse(refused.body)]).toMatchObject([429, tooMany('calls-at-once')])
    }
  })

  test.runIf(hasBody(one))('refuses a body that is too large or nests too deeply', async () => {
    expect(one.route.bodyLimit).toBeLessThanOrEqual(BODY_LIMIT_BYTES)
    expect(one.route.bodyDepth).toBeLessThanOrEqual(PUBLIC_DEPTH_MAX)
    await refusesBodies(one)
  })

  test.runIf(!hasBody(one) && one.route.method !== 'GET')('reads no body', async () => {
    const without = await ask(one, {}, '')
    expect((await ask(one, {}, '['.repeat(BODY_LIMIT_BYTES + 1))).status).toBe(without.status)
  })
})

test('a route of a project that is shared with everyone has the limits of its caller', async () => {
  const { store } = server.server.deps
  const project = await store.read((r) => projectBySlug(r, 'open'))
  const nobody = await store.read(visitor)
  const open = allRoutes().filter(
    ({ route }) =>
      route.action !== 'public' &&
      !isInstanceAction(route.action) &&
      explainRoute(nobody, route, project?.id ?? 0) === null,
  )
  expect(open.length).toBeGreaterThan(10)
  for (const one of open) {
    if (hasBody(one)) await refusesBodies(one)
    for (const caller of callers) {
      if (caller.kind === 'token' && one.route.by === 'person') continue
      const letGo = await takeAllTurns(caller, CALLS_AT_ONCE)
      const refused = await ask(one, caller.headers)
      await letGo()
      expect([refused.status, JSON.parse(refused.body)]).toMatchObject([429, tooMany('calls-at-once')])
    }
  }
  for (const { kind, who, headers } of callers) {
    const { calls } = server.server.deps
    expect(() => {
      for (let call = 0; call <= CALLS_PER_MINUTE; call++) calls.count(kind, who)
    }).toThrow(Failure)
    for (const one of open) {
      const refused = await ask(one, headers)
      expect([refused.status, JSON.parse(refused.body)]).toMatchObject([429, tooMany('calls')])
    }
  }
})

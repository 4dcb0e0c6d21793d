import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type Call, callRoute, Failure, type Route } from '@dragoman/contract'
import type { StoreConfig } from '@dragoman/store'
import { WAIT_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import { putMigratedDatabase } from '../../store/test/migrated-database.ts'
import { openTestDatabase } from '../../store/test/on-both.ts'
import type { Config } from '../src/config.ts'
import type { Log } from '../src/log.ts'
import { type RunningServer, startServer } from '../src/main.ts'
import type { ServerOptions } from '../src/start/server-options.ts'
import { TEST_TIMINGS } from './timings.ts'

export const SETUP_CODE = 'test-setup-code'
export const PASSWORD = 'correct horse battery'

export type TestServer = {
  readonly server: RunningServer
  /** A temporary folder, removed by `close`; the data is in its subfolder `data`. */
  readonly folder: string
  /** Null: the SQLite of the folder. */
  readonly databaseUrl: string | null
  readonly logged: Parameters<Log>[0][]
  /** Calls a route as the owner. */
  readonly call: <P, Q, B, R>(route: Route<P, Q, B, R>, call: Call<P, Q, B>) => Promise<R>
  /** Calls a route that must fail, and returns the failure. */
  readonly fail: <P, Q, B, R>(route: Route<P, Q, B, R>, call: Call<P, Q, B>) => Promise<Failure>
  /** Sends any request, with the owner's cookie. */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>
  /** Stops the server, runs `meanwhile`, and starts it again on the same data. */
  readonly restart: (meanwhile?: () => Promise<void>) => Promise<TestServer>
  readonly close: () => Promise<void>
}

/** SQLite, and PostgreSQL if TEST_POSTGRES_URL is set: for suites that run on both in every tier. */
export const BOTH_DATABASES: readonly StoreConfig['kind'][] = process.env.TEST_POSTGRES_URL
  ? ['sqlite', 'postgres']
  : ['sqlite']

/** What a suite of the server runs on: SQLite in the gate, and PostgreSQL too in `npm run test:all`. */
export const DATABASES: readonly StoreConfig['kind'][] =
  process.env.DRAGOMAN_TEST_TIER === 'gate' ? ['sqlite'] : BOTH_DATABASES

export type TestServerOptions = Partial<ServerOptions> & {
  readonly database?: StoreConfig['kind']
  readonly config?: Partial<Config>
}
type Again = {
  readonly folder: string
  readonly postgres: Awaited<ReturnType<typeof openTestDatabase>> | null
}

/** A real server on a free port with a real database in a temporary folder, and its owner signed in. */
export async function openTestServer(
  { database = 'sqlite', config = {}, ...options }: TestServerOptions & { signIn?: 'yes' | 'no' } = {},
  again: Again | null = null,
): Promise<TestServer> {
  const folder = again?.folder ?? (await mkdtemp(join(tmpdir(), 'dragoman-server-')))
  const dataFolder = join(folder, 'data')
  const logged: Parameters<Log>[0][] = []
  const postgres = again?.postgres ?? (database === 'postgres' ? await openTestDatabase('postgres') : null)
  if (again === null && database === 'sqlite') await putMigratedDatabase(dataFolder)
  const server = await startServer(
    {
      port: 0,
      host: '127.0.0.1',
      dataFolder,
      database: postgres?.config ?? { kind: 'sqlite', folder: dataFolder },
      setupCode: SETUP_CODE,
      ...config,
    },
    {
      clientFolder: null,
      version: '0.0.0-test',
      parseReplies: true,
      resetDelayMs: () => 0,
      log: (entry) => void logged.push(entry),
      ...options,
      timings: { ...TEST_TIMINGS, ...options.timings },
    },
  )
  let cookie = ''
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await fetch(`${server.origin}${path}`, { ...init, headers })
    const set = response.headers.get('set-cookie')
    if (set !== null) cookie = set.split(';')[0] ?? ''
    return response
  }
  const call: TestServer['call'] = (route, parts) =>
    callRoute((path, init) => request(path, init), route, parts)
  if (options.signIn !== 'no') {
    const { setupNeeded } = await call(api.session.get, {})
    if (setupNeeded)
      await call(api.session.setUp, { body: { code: SETUP_CODE, name: 'Ann', password: PASSWORD } })
    else await call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
  }
  return {
    server,
    folder,
    databaseUrl: postgres?.config.kind === 'postgres' ? postgres.config.url : null,
    logged,
    call,
    request,
    fail: async (route, parts) => {
      try {
        await call(route, parts)
      } catch (error) {
        if (error instanceof Failure) return error
        throw error
      }
      throw new Error('The call was expected to fail')
    },
    async restart(meanwhile) {
      await server.close()
      await meanwhile?.()
      return openTestServer({ database, config, ...options }, { folder, postgres })
    },
    async close() {
      await server.close()
      await postgres?.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Waits a moment, in which what must not happen could happen. However slow the machine is, no test fails for
 * that: it could only miss a bug.
 */
export function leaveTime(ms = 200): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Polls until `look` returns a result. The deadline only decides how long a failing test takes: folders are never
 * compared on a schedule in tests (`pollMs`), so a missed event is noticed however long this waits.
 */
export async function eventually<T>(
  look: () => Promise<T | null | undefined | false>,
  withinMs = WAIT_DEADLINE_MS,
): Promise<T> {
  const until = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) return found
    if (Date.now() > until) throw new Error(`Nothing came within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

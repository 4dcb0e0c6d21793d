import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { api, callRoute } from '@dragoman/contract'
import { processorSecondsOf, START_OPTIONS } from './machine.ts'

const PROGRAM = path.resolve(import.meta.dirname, '../packages/cli/dist/dragoman.js')
const SETUP_CODE = 'bench-setup-code'
const OWNER = { name: 'Bench', password: 'a long enough password' }

export type Product = {
  readonly origin: string
  readonly pid: number
  /** From spawning the process to the line that reports that it is listening. */
  readonly listeningAfterMs: number
  /** Cookie of the owner's session, for a browser. */
  readonly cookie: { readonly name: string; readonly value: string }
  /** Signed in as owner; for `callRoute`. */
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  stop(): Promise<void>
}

export type StartRequest = {
  readonly data: string
  /** A PostgreSQL; without it, SQLite in `data`. */
  readonly databaseUrl?: string
  /** The only processor core the process can use. */
  readonly core?: number
  readonly nodeArguments?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the built product on any free port, and creates its owner or signs in. */
export async function startProduct({
  data,
  databaseUrl = '',
  core,
  nodeArguments = [],
  env = {},
}: StartRequest): Promise<Product> {
  const command = [
    process.execPath,
    ...START_OPTIONS,
    ...nodeArguments,
    ...(process.env.BENCH_NODE_ARGUMENTS?.split(' ') ?? []),
    PROGRAM,
    'start',
  ]
  const pinned = core === undefined ? command : ['taskset', '-c', String(core), ...command]
  const started = performance.now()
  const child = spawn(pinned[0] ?? '', pinned.slice(1), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DRAGOMAN_PORT: '0',
      DRAGOMAN_HOST: '127.0.0.1',
      DRAGOMAN_DATA: data,
      DRAGOMAN_SETUP_CODE: SETUP_CODE,
      // Speed is measured, not the rate limits.
      DRAGOMAN_CALLS_PER_ACCOUNT: '0',
      DRAGOMAN_CALLS_PER_TOKEN: '0',
      DRAGOMAN_CALLS_PER_ADDRESS: '0',
      DRAGOMAN_CALLS_AT_ONCE: '0',
      DRAGOMAN_DATABASE_URL: databaseUrl,
      ...env,
    },
  })
  const exited = once(child, 'exit')
  const origin = await Promise.race([
    readAddress(child.stdout),
    exited.then(() => {
      throw new Error('The product ended before it listened.')
    }),
  ])
  const listeningAfterMs = performance.now() - started
  const cookie = await signIn(origin)
  const [cookieName = '', cookieValue = ''] = cookie.split('=')
  return {
    origin,
    pid: child.pid ?? 0,
    listeningAfterMs,
    cookie: { name: cookieName, value: cookieValue },
    fetch: (input, init) => {
      const headers = new Headers(init.headers)
      headers.set('cookie', cookie)
      return fetch(origin + input, { ...init, headers })
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
    },
  }
}

/** Waits until the folders of a project have been imported. */
export async function untilRead(product: Pick<Product, 'fetch'>, project: string): Promise<void> {
  for (;;) {
    const { jobs } = await callRoute(product.fetch, api.jobs.list, { params: { project } })
    const failed = jobs.find(({ problem }) => problem !== null)
    if (failed !== undefined) throw new Error(`The folder was not read: ${failed.problem?.code}`)
    if (jobs.every(({ endedAt }) => endedAt !== null)) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS / 5))
  }
}

/** Waits until the work after a start or an import is done, and returns how long that took. */
export async function untilIdle({ pid }: Pick<Product, 'pid'>): Promise<{ readonly seconds: number }> {
  const started = performance.now()
  let used = processorSecondsOf(pid) ?? 0
  for (let calm = 0; calm < CALM_LOOKS && performance.now() - started < IDLE_AT_THE_LATEST_MS; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const now = processorSecondsOf(pid) ?? 0
    calm = now - used < (LOOK_MS / 1000) * CALM_SHARE ? calm + 1 : 0
    used = now
  }
  return { seconds: (performance.now() - started - CALM_LOOKS * LOOK_MS) / 1000 }
}

const LOOK_MS = 500
const CALM_LOOKS = 4
const CALM_SHARE = 0.06
const IDLE_AT_THE_LATEST_MS = 300_000

async function readAddress(output: AsyncIterable<Buffer>): Promise<string> {
  let printed = ''
  for await (const chunk of output) {
    printed += chunk.toString()
    const address = /https?:\/\/[^\s/]+/.exec(printed)
    if (address !== null) return address[0]
  }
  throw new Error(`The product printed no address: ${printed}`)
}

async function signIn(origin: string): Promise<string> {
  let cookie = ''
  const keepCookie = async (input: string, init: RequestInit) => {
    const response = await fetch(origin + input, init)
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response
  }
  const { setupNeeded } = await callRoute(keepCookie, api.session.get, {})
  if (setupNeeded) await callRoute(keepCookie, api.session.setUp, { body: { ...OWNER, code: SETUP_CODE } })
  else await callRoute(keepCookie, api.session.signIn, { body: OWNER })
  return cookie
}

import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Call, callRoute, isFailure, type Route } from '@dragoman/contract'
import type { Timings } from '../src/timings.ts'
import { PASSWORD, SETUP_CODE } from './test-server.ts'

export type ServerProcess = {
  readonly origin: string
  readonly kill: () => Promise<void>
  readonly hasEnded: () => boolean
  /** Suspends the process; `proceed` resumes it. */
  readonly pause: () => void
  readonly proceed: () => void
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** If a call fails with a bug or gets no response, the last lines of the log are in the error's message. */
  readonly call: <P, Q, B, R>(route: Route<P, Q, B, R>, call: Call<P, Q, B>) => Promise<R>
}

/** How much of a log is kept, in characters: enough for a few errors with their stacks. */
const LOG_CHARACTERS = 16_000
const LOG_DELAY_MS = 200

export type StartOptions = {
  /** How wrong its clock is. */
  readonly clockMs?: number
  /** Holds jobs of a kind before their next step, once so much is done: `import 50`. */
  readonly holdJob?: string
}

export type ServerProcesses = {
  readonly start: (options?: StartOptions) => Promise<ServerProcess>
  /** Sets up the owner, or signs in. One session is valid at all processes. */
  readonly signIn: (at: ServerProcess) => Promise<void>
  readonly end: () => Promise<void>
}

/** Several servers on one database, with one data folder; `program` is the result of `buildServeChild`. */
export function serverProcesses({
  program,
  folder,
  databaseUrl,
  timings = {},
  env = {},
}: {
  readonly program: string
  readonly folder: string
  /** Null: the SQLite of the data folder, for one process at a time. */
  readonly databaseUrl: string | null
  /** Replaces the program's own. */
  readonly timings?: Partial<Timings>
  /** Settings of all processes. */
  readonly env?: Readonly<Record<string, string>>
}): ServerProcesses {
  const running = new Set<ChildProcess>()
  let cookie = ''

  async function start({ clockMs = 0, holdJob = '' }: StartOptions = {}): Promise<ServerProcess> {
    const child = spawn(process.execPath, [program, folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...env,
        ...(databaseUrl === null ? {} : { TEST_DATABASE_URL: databaseUrl }),
        TEST_CLOCK_MS: String(clockMs),
        TEST_HOLD_JOB: holdJob,
        TEST_TIMINGS: JSON.stringify(timings),
      },
    })
    running.add(child)
    let logged = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      logged = (logged + text).slice(-LOG_CHARACTERS)
      if (process.env.DRAGOMAN_TEST_LOG) process.stderr.write(text)
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const origin = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${logged}`)))
    })
    const fetchAs = async (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      // The cookie's name contains the port, which would be the same for all processes behind a proxy.
      if (cookie !== '') headers.set('cookie', cookie.replace(/_\d+=/, `_${new URL(origin).port}=`))
      return fetch(`${origin}${path}`, { ...init, headers })
    }
    return {
      origin,
      async kill() {
        child.kill('SIGKILL')
        await ended
        running.delete(child)
      },
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      pause: () => void child.kill('SIGSTOP'),
      proceed: () => void child.kill('SIGCONT'),
      fetch: fetchAs,
      call: (route, parts) =>
        callRoute(fetchAs, route, parts).catch(async (error: unknown) => {
          const hasNoResponse = error instanceof TypeError && error.cause !== undefined
          if (!hasNoResponse && !isFailure(error, 'unexpected')) throw error
          // The response can arrive before the log line that explains it.
          await sleep(LOG_DELAY_MS)
          const cause = hasNoResponse ? ` (${error.cause})` : ''
          const ended = child.exitCode ?? child.signalCode
          const state = ended === null ? 'the server' : `the server, which ended with ${ended},`
          error.message = `${error.message}${cause}: ${route.method} ${route.path}, and ${state} logged:\n${logged}`
          throw error
        }),
    }
  }

  return {
    start,
    async signIn(at) {
      const keepCookie = async (path: string, init?: RequestInit) => {
        const response = await at.fetch(path, init)
        cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
        return response
      }
      const { setupNeeded } = await callRoute(keepCookie, api.session.get, {})
      if (setupNeeded)
        await callRoute(keepCookie, api.session.setUp, {
          body: { code: SETUP_CODE, name: 'Ann', password: PASSWORD },
        })
      else await callRoute(keepCookie, api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
    },
    async end() {
      for (const child of running) child.kill('SIGKILL')
      running.clear()
    },
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { api, type Call, callRoute, type Route } from '@dragoman/contract'
import { PASSWORD, SETUP_CODE } from './test-server.ts'

export type ServerProcess = {
  readonly origin: string
  readonly kill: () => Promise<void>
  /** Stops it where it stands, and lets it go on. */
  readonly pause: () => void
  readonly goOn: () => void
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly call: <P, Q, B, R>(route: Route<P, Q, B, R>, call: Call<P, Q, B>) => Promise<R>
}

export type ServerProcesses = {
  /** Starts one more; `clockMs` is how wrong its clock is. */
  readonly start: (options?: { readonly clockMs?: number }) => Promise<ServerProcess>
  /** Sets up the owner, or signs in. One session is good for all. */
  readonly signIn: (at: ServerProcess) => Promise<void>
  readonly end: () => Promise<void>
}

/** Several servers on one database, with one data folder; `program` is what `buildServeChild` answers. */
export function serverProcesses({
  program,
  folder,
  databaseUrl,
}: {
  readonly program: string
  readonly folder: string
  /** Null: the SQLite of the data folder, for one process at a time. */
  readonly databaseUrl: string | null
}): ServerProcesses {
  const running = new Set<ChildProcess>()
  let cookie = ''

  async function start({ clockMs = 0 } = {}): Promise<ServerProcess> {
    const child = spawn(process.execPath, [program, folder], {
      stdio: ['ignore', 'pipe', process.env.DRAGOMAN_TEST_LOG ? 'inherit' : 'ignore'],
      env: {
        ...process.env,
        ...(databaseUrl === null ? {} : { TEST_DATABASE_URL: databaseUrl }),
        TEST_CLOCK_MS: String(clockMs),
      },
    })
    running.add(child)
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const origin = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
    })
    const fetchAs = async (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      // The name has the port, of which a proxy before them would show one.
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
      pause: () => void child.kill('SIGSTOP'),
      goOn: () => void child.kill('SIGCONT'),
      fetch: fetchAs,
      call: (route, parts) => callRoute(fetchAs, route, parts),
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

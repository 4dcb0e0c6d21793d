import { type Call, callRoute, isUnexpectedReply, type Route } from '@dragoman/contract'
import { type KeptTokens, readKeptTokens } from '../kept-tokens.ts'
import { CommandError, type Terminal, UsageError } from '../terminal.ts'
import { fetchWithRetries, type Waiting } from './call-with-retries.ts'
import { readServerAddress } from './server-address.ts'

/** A server that is called with a token. */
export type Connection = {
  /** Its origin, such as `https://l10n.example.com`. */
  readonly server: string
  /**
   * Calls a route; temporary errors (too many requests, a busy server) are retried. Throws `Failure` for
   * errors from the server, and CommandError if it cannot be reached or answers with something else.
   */
  readonly call: <P, Q, B, R>(route: Route<P, Q, B, R>, call: Call<P, Q, B>) => Promise<R>
}

export function openConnection(server: string, token: string, waiting: Waiting = {}): Connection {
  const fetcher = fetchWithRetries(waiting)
  return {
    server,
    call: (route, parts) =>
      callRoute(
        (path, init) => {
          const headers = new Headers(init.headers)
          headers.set('authorization', `Bearer ${token}`)
          const isStreamed = route.file !== undefined
          return fetcher(`${server}${path}`, { ...init, headers }, { isStreamed })
        },
        route,
        parts,
      ).catch((error: unknown) => {
        if (!isUnexpectedReply(error)) throw error
        throw new CommandError(
          `The response of ${server} was not understood: another version of Dragoman runs there, or a proxy has answered, as with a page for signing in.`,
        )
      }),
  }
}

export type Wanted = {
  /** The value of `--server`. */
  readonly option: string | undefined
  /** The value in the project file. */
  readonly configured: string | null
}

/**
 * Connects to a server: `--server`, otherwise `DRAGOMAN_SERVER`, otherwise the project file's, otherwise that
 * of the last sign-in. Throws UsageError.
 */
export async function connect(
  { env, complain }: Terminal,
  { option, configured }: Wanted,
  waiting: Waiting = {},
): Promise<Connection> {
  const { last, tokens } = await readKeptTokens(env)
  const asked = option ?? (env.DRAGOMAN_SERVER?.trim() || undefined)
  const text = asked ?? configured ?? last
  if (text === null)
    throw new UsageError(
      'Which server? Set it with --server, DRAGOMAN_SERVER or "server" in dragoman.json, or sign in: dragoman login https://l10n.example.com.',
    )
  const server = readServerAddress(text)
  const token = tokenFor(server, { env, isNamed: asked !== undefined, tokens })
  if (token === null)
    throw new UsageError(
      `There is no token for ${server}. Sign in with dragoman login ${server}, or set DRAGOMAN_TOKEN and DRAGOMAN_SERVER.`,
    )
  return openConnection(server, token, {
    onPause: (seconds, reason) => complain(`Waiting ${seconds} s for ${server}: ${reason}.`),
    ...waiting,
  })
}

type KnownTokens = Pick<Terminal, 'env'> &
  Pick<KeptTokens, 'tokens'> & {
    /** The server is named in the command or in `DRAGOMAN_SERVER`. */
    readonly isNamed: boolean
  }

/**
 * Returns the token for a server; null if there is none. The one in `DRAGOMAN_TOKEN` is only sent to a server that is
 * named together with it, because neither a file of a repository nor an earlier sign-in must decide who receives it.
 * Throws UsageError if there is no other.
 */
export function tokenFor(server: string, { env, isNamed, tokens }: KnownTokens): string | null {
  const given = env.DRAGOMAN_TOKEN?.trim() || null
  const kept = tokens.get(server) ?? null
  if (isNamed) return given ?? kept
  if (kept === null && given !== null)
    throw new UsageError(
      `DRAGOMAN_TOKEN is sent only to a server named in the command or in DRAGOMAN_SERVER, not to that of dragoman.json or of the last login. Set DRAGOMAN_SERVER=${server}.`,
    )
  return kept
}

import { createHash, createPrivateKey, createSign, type KeyObject } from 'node:crypto'
import type { ForgeLocation } from './forge.ts'
import { ForgeError } from './forge-error.ts'
import { openGitHubCalls } from './github-calls.ts'
import type { ForgeParts } from './open-github.ts'
import { numberAt, textAt, valueAt } from './read-answer.ts'

/** GitHub accepts ten minutes at most; its clock and ours can differ. */
const TOKEN_S = 9 * 60
const CLOCKS_S = 60
/** An installation's token is not used in the last minutes of its hour. */
const BEFORE_END_MS = 5 * 60 * 1000

export type GitHubApp = {
  /** Its id or its client id; GitHub accepts both. */
  readonly appId: string
  /** As PEM. */
  readonly privateKey: string
  /** Null: GitHub is asked which one the repository has. */
  readonly installation: number | null
}

/** The token with which an app acts on one repository, valid for an hour. */
export type AppToken = {
  readonly token: string
  /** What it can do, by GitHub's names: `contents`, `pull_requests` → `read`, `write`, `admin`. */
  readonly permissions: ReadonlyMap<string, string>
}

/**
 * Tokens of installed apps for one repository each: requested once, cached until shortly before they expire.
 */
export type AppTokens = {
  /** Throws ForgeError: `key-unusable`, `app-refused`, `app-not-installed`, `app-suspended`, and those of any call. */
  readonly tokenOf: (place: Place, app: GitHubApp) => Promise<AppToken>
  /**
   * Drops a token, so that the next one is requested again: it was refused, or its permissions can have
   * changed.
   */
  readonly forget: (place: Place, app: GitHubApp) => void
}

type Place = Pick<ForgeLocation, 'origin' | 'path'>

/** Reads the key of an app; null if the text is not an RSA key, which apps sign with. */
export function readAppKey(text: string): KeyObject | null {
  try {
    const key = createPrivateKey(text)
    return key.asymmetricKeyType === 'rsa' ? key : null
  } catch {
    return null // Node's message can quote the key
  }
}

/** Returns the signed token with which a GitHub App identifies itself. Throws `key-unusable`. */
function signAppToken({ appId, privateKey }: GitHubApp, now: Date, host: string): string {
  const key = readAppKey(privateKey)
  if (key === null) throw new ForgeError('key-unusable', { host })
  const seconds = Math.floor(now.getTime() / 1000)
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({
    iat: seconds - CLOCKS_S,
    exp: seconds + TOKEN_S,
    iss: appId,
  })}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
}

export function openAppTokens(parts: Pick<ForgeParts, 'outgoing' | 'now'>): AppTokens {
  const { now } = parts
  const kept = new Map<string, AppToken & { readonly endsMs: number }>()
  const asking = new Map<string, Promise<AppToken>>()
  /** How far a forge's clock is ahead of ours, in milliseconds, if it refused what we signed. */
  const ahead = new Map<string, number>()
  const nowAt = (origin: string) => new Date(now().getTime() + (ahead.get(origin) ?? 0))

  /**
   * Requests a token. If the forge refuses and its answer shows that our clock is wrong, signs again by the
   * forge's clock.
   */
  async function ask(place: Place, app: GitHubApp, name: string): Promise<AppToken> {
    const { origin } = place
    try {
      return await askByClock(place, app, name)
    } catch (error) {
      const theirs = error instanceof ForgeError && error.code === 'app-refused' ? error.answeredAt : null
      if (theirs === null || Math.abs(theirs.getTime() - nowAt(origin).getTime()) < CLOCKS_S * 1000)
        throw error
      ahead.set(origin, theirs.getTime() - now().getTime())
      return askByClock(place, app, name)
    }
  }

  async function askByClock(place: Place, app: GitHubApp, name: string): Promise<AppToken> {
    const { origin, path } = place
    const { host } = new URL(origin)
    const calls = openGitHubCalls(parts, {
      origin,
      token: async () => signAppToken(app, nowAt(origin), host),
    })
    try {
      const id =
        app.installation ??
        (await calls.ask({ path: `/repos/${path}/installation` }, (answer) => numberAt(answer, 'id')))
      const token = await calls.ask(
        {
          method: 'POST',
          path: `/app/installations/${id}/access_tokens`,
          body: { repositories: [path.split('/')[1]] },
        },
        (answer) => ({
          token: textAt(answer, 'token'),
          permissions: permissionsOf(valueAt(answer, 'permissions')),
          endsMs: Date.parse(textAt(answer, 'expires_at')) - BEFORE_END_MS,
        }),
      )
      const endsMs = token.endsMs - (ahead.get(origin) ?? 0)
      for (const [other, one] of kept) if (one.endsMs <= now().getTime()) kept.delete(other)
      kept.set(name, { ...token, endsMs })
      return token
    } catch (error) {
      throw error instanceof ForgeError ? ofApp(error) : error
    }
  }

  return {
    tokenOf(place, app) {
      const name = nameOf(place, app)
      const known = kept.get(name)
      if (known !== undefined && now().getTime() < known.endsMs) return Promise.resolve(known)
      const asked = asking.get(name) ?? ask(place, app, name).finally(() => asking.delete(name))
      asking.set(name, asked)
      return asked
    },
    forget: (place, app) => void kept.delete(nameOf(place, app)),
  }
}

/** Returns a cache key, without keeping the private key in memory a second time. */
function nameOf({ origin, path }: Place, { appId, installation, privateKey }: GitHubApp): string {
  const key = createHash('sha256').update(privateKey).digest('base64url')
  return JSON.stringify([origin, path, appId, installation, key])
}

function permissionsOf(value: unknown): ReadonlyMap<string, string> {
  const given = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return new Map(given.map(([name, right]) => [name, String(right)]))
}

/**
 * Turns errors of calls as the app itself into errors about its key and installation, because no token is
 * involved.
 */
function ofApp(error: ForgeError): ForgeError {
  const { host, status, says, answeredAt } = error
  const details = { host, status, says, answeredAt, cause: error }
  if (error.code === 'sign-in-refused') return new ForgeError('app-refused', details)
  if (error.code === 'not-allowed') return new ForgeError('app-suspended', details)
  // 422: the installation belongs to someone else, or has other repositories.
  if (error.code === 'not-found' || status === 422) return new ForgeError('app-not-installed', details)
  return error
}

const NEEDED: readonly (readonly [name: string, shown: string, right: 'read' | 'write'])[] = [
  ['contents', 'Contents', 'write'],
  ['pull_requests', 'Pull requests', 'write'],
  ['checks', 'Checks', 'read'],
  ['statuses', 'Commit statuses', 'read'],
]

/**
 * Returns permissions that Dragoman uses and the installation lacks, with the names of GitHub's settings:
 * `Checks: read`. `only` limits them to what is needed.
 */
export function missingPermissions(
  { permissions }: AppToken,
  only: 'read' | 'push' | 'pull-requests',
): readonly string[] {
  const needed =
    only === 'pull-requests'
      ? NEEDED
      : NEEDED.slice(0, 1).map(([name, shown]) => [name, shown, only === 'read' ? 'read' : 'write'] as const)
  return needed
    .filter(([name, , right]) => {
      const has = permissions.get(name)
      return has === undefined || (right === 'write' && has === 'read')
    })
    .map(([, shown, right]) => `${shown}: ${right}`)
}

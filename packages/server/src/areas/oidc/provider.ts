import { Failure, type KeptProvider } from '@dragoman/contract'
import type { JSONWebKeySet } from 'jose'
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  genericGrantRequest,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { Deps } from '../../deps.ts'
import { isLoopbackName } from '../../http/network.ts'
import { type Outgoing, OutgoingError } from '../../outgoing/open-outgoing.ts'
import { type LogoutToken, readLogoutToken } from './read-logout-token.ts'

export type Claims = ReadonlyMap<string, unknown>

/** A person who came back from the provider. */
export type ProvidedPerson = {
  readonly subject: string
  readonly claims: Claims
  readonly idToken: string
}

/** Identifies a sign-in in progress. */
export type Challenge = { readonly state: string; readonly nonce: string; readonly verifier: string }

/**
 * Makes requests to an identity provider, through the guard for outgoing requests. Its configuration is
 * discovered again for each sign-in, so that keys and addresses can change at any time. All methods throw
 * `provider-unreachable` and `provider-wrong`.
 */
export type ProviderClient = {
  readonly begin: (redirectUri: string) => Promise<Challenge & { readonly address: string }>
  /** Throws `provider-refused` if the provider or the person declined. */
  readonly finish: (
    query: string,
    expected: Challenge & { readonly redirectUri: string },
  ) => Promise<ProvidedPerson>
  /** Null if the provider has no such page. */
  readonly signOutAddress: (hint: {
    readonly idToken: string
    readonly backTo: string
  }) => Promise<string | null>
  /**
   * Tests whether the provider knows this client and its secret. Throws `client-refused` with the field if
   * not.
   */
  readonly test: (redirectUri: string) => Promise<{
    readonly unknownScopes: string[]
    readonly endsSessions: boolean
    readonly reportsSignOut: boolean
  }>
  /** Throws `logout-token-wrong`. */
  readonly readLogoutToken: (
    token: string,
    age: { readonly now: Date; readonly maxAgeMs: number },
  ) => Promise<LogoutToken>
}

const TIMEOUT_S = 15
/** How far the provider's clock can be ahead of this server's. */
const FUTURE_MS = 5 * 60_000

export async function openProvider(
  provider: KeptProvider,
  { outgoing, now }: Pick<Deps, 'outgoing' | 'now'>,
): Promise<ProviderClient> {
  const issuer = new URL(provider.issuer)
  const isPlain = issuer.protocol === 'http:'
  if (isPlain && !isLoopbackName(issuer.hostname.replace(/^\[|\]$/g, '')))
    throw wrongProvider(issuer, 'not-https')
  const ask = guardedFetch(outgoing)
  const config = await explained(issuer, () => configure(provider, { issuer, isPlain, ask }))

  return {
    async begin(redirectUri) {
      const challenge = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const address = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: [...new Set(['openid', ...provider.scopes])].join(' '),
        state: challenge.state,
        nonce: challenge.nonce,
        code_challenge: await calculatePKCECodeChallenge(challenge.verifier),
        code_challenge_method: 'S256',
      })
      return { ...challenge, address: address.href }
    },

    finish: (query, expected) =>
      explained(issuer, () => finishSignIn(config, query, { ...expected, issuer, now: now() })),

    async signOutAddress({ idToken, backTo }) {
      if (config.serverMetadata().end_session_endpoint === undefined) return null
      return buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: backTo }).href
    },

    test: (redirectUri) =>
      explained(issuer, async () => {
        await requireClientKnown(config, redirectUri)
        const server = config.serverMetadata()
        const known = server.scopes_supported
        return {
          unknownScopes: known ? provider.scopes.filter((scope) => !known.includes(scope)) : [],
          endsSessions: server.end_session_endpoint !== undefined,
          reportsSignOut: server.backchannel_logout_supported === true,
        }
      }),

    readLogoutToken: (token, age) =>
      explained(issuer, async () => {
        const { issuer: named, jwks_uri: keysAt } = config.serverMetadata()
        const keys = keysAt === undefined ? null : await fetchKeys(outgoing, keysAt)
        if (keys === null) throw wrongProvider(issuer, 'no-keys')
        return readLogoutToken(token, { issuer: named, clientId: provider.clientId, ...age }, keys)
      }),
  }
}

/** Discovers the provider's configuration. */
async function configure(
  provider: KeptProvider,
  { issuer, isPlain, ask }: { readonly issuer: URL; readonly isPlain: boolean; readonly ask: CustomFetch },
): Promise<Configuration> {
  const found = await discovery(issuer, provider.clientId, undefined, None(), {
    timeout: TIMEOUT_S,
    execute: isPlain ? [allowInsecureRequests] : [],
    [customFetch]: ask,
  })
  const server = found.serverMetadata()
  const made = new Configuration(
    server,
    provider.clientId,
    {},
    clientAuthOf(provider.clientSecret, server.token_endpoint_auth_methods_supported),
  )
  made.timeout = TIMEOUT_S
  made[customFetch] = ask
  // The signature of the ID token is verified too, though it comes from the provider itself.
  enableNonRepudiationChecks(made)
  if (isPlain) allowInsecureRequests(made)
  return made
}

/** Exchanges the code of an answer for tokens, and returns the person that they are about. */
async function finishSignIn(
  config: Configuration,
  query: string,
  expected: Challenge & { readonly redirectUri: string; readonly issuer: URL; readonly now: Date },
): Promise<ProvidedPerson> {
  const { state, nonce, verifier, redirectUri, issuer, now } = expected
  const answer = new URL(redirectUri)
  answer.search = query
  const tokens = await authorizationCodeGrant(config, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined || tokens.id_token === undefined) throw wrongProvider(issuer, 'no-identity')
  // All tokens without a subject would share one account
  if (claims.sub.trim() === '') throw wrongProvider(issuer, 'no-subject')
  if (claims.iat * 1000 > now.getTime() + FUTURE_MS) throw wrongProvider(issuer, 'issued-in-future')
  const more =
    config.serverMetadata().userinfo_endpoint === undefined
      ? {}
      : await fetchUserInfo(config, tokens.access_token, claims.sub)
  return {
    subject: claims.sub,
    claims: new Map([...Object.entries(claims), ...Object.entries(more)]),
    idToken: tokens.id_token,
  }
}

function wrongProvider({ host }: URL, reason: string): Failure {
  return new Failure('provider-wrong', { host, reason })
}

async function fetchKeys(outgoing: Outgoing, address: string): Promise<JSONWebKeySet | null> {
  const answer = await outgoing.fetch(address, { redirects: 'none' })
  return readKeys(await answer.text())
}

/**
 * Requests tokens with a code that does not exist: a provider first checks whether it knows the client, and
 * only then that it does not know the code.
 */
async function requireClientKnown(config: Configuration, redirectUri: string): Promise<void> {
  try {
    await genericGrantRequest(config, 'authorization_code', {
      code: randomState(),
      redirect_uri: redirectUri,
      code_verifier: randomPKCECodeVerifier(),
    })
  } catch (error) {
    if (isRefusalOfClient(error))
      throw new Failure(
        'client-refused',
        {},
        { fields: [{ pointer: '/provider/clientSecret', code: 'refused' }] },
      )
    if (!(error instanceof ResponseBodyError)) throw error
  }
}

/** A 401 can come with a challenge in its headers instead of a body. */
function isRefusalOfClient(error: unknown): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return true
  return error instanceof ResponseBodyError && ['invalid_client', 'unauthorized_client'].includes(error.error)
}

function readKeys(text: string): JSONWebKeySet | null {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || !('keys' in read) || !Array.isArray(read.keys))
      return null
    return { keys: read.keys as JSONWebKeySet['keys'] } // the library checks each
  } catch {
    return null // the caller decides what that means
  }
}

function clientAuthOf(secret: string | null, methods: readonly string[] | undefined) {
  if (secret === null) return None()
  // Without a list the standard says basic.
  return methods?.includes('client_secret_post') ? ClientSecretPost(secret) : ClientSecretBasic(secret)
}

function guardedFetch(outgoing: Outgoing): CustomFetch {
  return (address, { method, headers, body, signal }) =>
    outgoing.fetch(address, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? null : body instanceof Uint8Array ? body : String(body),
      redirects: 'none',
      signal: signal ?? null,
    })
}

/** Turns problems with the provider into codes; the library's messages go to the log. */
async function explained<T>(issuer: URL, work: () => Promise<T>): Promise<T> {
  const { host } = issuer
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure) throw error
    const cause = causesOf(error).find((one) => one instanceof OutgoingError)
    if (cause instanceof OutgoingError)
      throw new Failure('provider-unreachable', { host: cause.host, reason: cause.reason })
    if (error instanceof AuthorizationResponseError)
      throw new Failure('provider-refused', { host, reason: error.error.slice(0, 100) })
    const code = codeOf(error)
    if (code === null) throw error
    throw new Failure('provider-wrong', { host, reason: code })
  }
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let at = error; at instanceof Error && causes.length < 10; at = at.cause) causes.push(at)
  return causes
}

/** Returns the code of an error of the library, such as OAUTH_JWT_CLAIM_COMPARISON_FAILED; null for a bug. */
function codeOf(error: unknown): string | null {
  for (const one of causesOf(error)) {
    const code = one instanceof Error && 'code' in one ? one.code : null
    if (typeof code === 'string' && /^(OAUTH_|ERR_J)/.test(code))
      return code
        .replace(/^OAUTH_/, '')
        .toLowerCase()
        .replaceAll('_', '-')
    if (one instanceof Error && 'error' in one && typeof one.error === 'string')
      return one.error.slice(0, 100)
  }
  return null
}

import { Failure } from '@dragoman/contract'
import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'

/** What a provider has signed out: a person, one session of theirs, or one session of an unnamed person. */
export type LogoutToken = {
  /** Identifies the token, which counts once. */
  readonly id: string
  readonly subject: string | null
  readonly providerSession: string | null
}

type Expected = {
  readonly issuer: string
  readonly clientId: string
  readonly now: Date
  readonly maxAgeMs: number
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Algorithms with which a public key proves who signed. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/**
 * Refuses what cannot be a token for this client before the provider is asked for its keys: anyone can send
 * anything here. Throws `logout-token-wrong`.
 */
export function requirePlausible(token: string, { issuer, clientId }: Omit<Expected, 'now' | 'maxAgeMs'>) {
  const { iss, aud } = tokenOrRefuse(() => decodeJwt(token))
  // Some issuers are written with a final slash in one place and without it in another.
  if (typeof iss !== 'string' || iss.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) throw wrong('issuer')
  if (!(Array.isArray(aud) ? aud : [aud]).includes(clientId)) throw wrong('audience')
}

/**
 * Reads the token with all checks of section 2.6 of OpenID Connect Back-Channel Logout 1.0, except for
 * replays. Throws `logout-token-wrong`.
 */
export async function readLogoutToken(
  token: string,
  { issuer, clientId, now, maxAgeMs }: Expected,
  keys: JSONWebKeySet,
): Promise<LogoutToken> {
  let claims: JWTPayload
  try {
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      currentDate: now,
      maxTokenAge: maxAgeMs / 1000,
      clockTolerance: maxAgeMs / 1000,
      requiredClaims: ['iat', 'jti', 'events'],
    })
    // If it states its type, it must not be another kind of token, such as an ID token.
    const { typ = 'logout+jwt' } = protectedHeader
    if (!/^(application\/)?(logout\+jwt|jwt)$/i.test(typ)) throw wrong('kind')
    claims = payload
  } catch (error) {
    if (error instanceof errors.JOSEError) throw wrong(error.code.toLowerCase().replaceAll('_', '-'))
    throw error
  }
  const { events, jti, sub, sid } = claims
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, EVENT)) throw wrong('event')
  const event = (events as Readonly<Record<string, unknown>>)[EVENT] // checked on the line above
  if (typeof event !== 'object' || event === null) throw wrong('event')
  // With a nonce it could be an ID token.
  if (claims.nonce !== undefined) throw wrong('nonce')
  if (typeof jti !== 'string' || jti === '') throw wrong('id')
  if ((sub !== undefined && typeof sub !== 'string') || (sid !== undefined && typeof sid !== 'string'))
    throw wrong('subject')
  if (sub === undefined && sid === undefined) throw wrong('subject')
  return { id: jti, subject: sub ?? null, providerSession: sid ?? null }
}

function tokenOrRefuse(read: () => JWTPayload): JWTPayload {
  try {
    return read()
  } catch {
    throw wrong('not-a-token') // whatever is wrong with it, nothing in it can be trusted
  }
}

function wrong(reason: string): Failure {
  return new Failure('logout-token-wrong', { reason })
}

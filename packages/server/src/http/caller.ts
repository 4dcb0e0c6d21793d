import type { IncomingMessage } from 'node:http'
import { Failure } from '@dragoman/contract'
import { isForDeliveryOnly, type Principal } from '@dragoman/core'
import {
  type ApiToken,
  type AuditOrigin,
  projectById,
  type Reader,
  sessionByHash,
  tokenByHash,
  touchSession,
  touchToken,
  type UserRow,
} from '@dragoman/store'
import type { Context } from 'hono'
import { principalOf } from '../access/principal-of.ts'
import type { Deps } from '../deps.ts'
import { addressNetwork } from '../limits/address-network.ts'
import { hashOfSecret } from '../secrets/hash-of-secret.ts'
import { readToken as readBearer } from './api-token.ts'
import { deviceOf } from './device-of.ts'
import type { GuardedWrites, Standing } from './guard-writes.ts'
import type { Client } from './network.ts'
import {
  cookieHeader,
  cookieNameFor,
  expiredCookieHeader,
  pendingCookieHeader,
  pendingCookieName,
  readCookie,
  SESSION_MS,
} from './session-cookie.ts'

/** Who makes a call, and how it writes. */
export type Caller = Identified &
  Pick<GuardedWrites, 'write' | 'confirm'> & {
    /** Lets the next call of the same caller start, because this one only waits from here on (`takeTurns`). */
    readonly endTurn: () => void
  }

/** Who makes a request, and the cookies its answer sets. */
export type Identified = {
  /** With a token: its person, limited by the token. */
  readonly actor: Principal | null
  /** The person of the session; null with a token, which cannot manage accounts. */
  readonly user: UserRow | null
  readonly sessionHash: string | null
  /** With a token for editing in an app: the origin of the calling page. */
  readonly appOrigin: string | null
  /** When the person of the session last proved who they are; null with a token. */
  readonly provedAt: string | null
  /** Network address, for limits on attempts. */
  readonly address: string
  /** The part of the address that counts for limits of calls. */
  readonly network: string
  /** The requested host, with port. */
  readonly host: string | null
  /** Browser and system, in words. */
  readonly device: string | null
  /** Id of a sign-in that waits for its second factor. */
  readonly pendingId: string | null
  /** For the audit log. */
  readonly origin: AuditOrigin
  /** Reads again what the session or token allows. */
  readonly readAgain: (r: Reader) => Promise<Standing>
  readonly cookies: readonly string[]
  readonly setSession: (id: string) => void
  /** Null: nothing is waiting any more. */
  readonly setPending: (id: string | null) => void
  readonly endSession: () => void
  /** Identifies a sign-in at an identity provider when the browser comes back from there. */
  readonly signInCookie: {
    readonly get: () => string | null
    readonly set: (id: string) => void
    readonly end: () => void
  }
}

/** A session or token that was used within this time is not updated again. */
const TOUCH_AFTER_MS = 60 * 60 * 1000
/** Members shows when people were last here, so sessions are noted more often. */
const SEEN_AFTER_MS = 5 * 60 * 1000

/** How long someone can take at the identity provider. */
const SIGN_IN_MS = 15 * 60 * 1000

const NOBODY: Standing = { actor: null, provedAt: null }

type SessionDeps = Pick<Deps, 'store' | 'now' | 'port'>

/** Returns the valid session of a request's cookie, or null. */
export async function findSession(
  { store, now, port }: SessionDeps,
  cookie: string | undefined,
  client: Client,
) {
  const id = readCookie(cookie ?? null, cookieNameFor(client, port()))
  if (id === null) return null
  const sessionHash = hashOfSecret(id)
  return store.read(async (r) => {
    const found = await sessionByHash(r, sessionHash, now().toISOString())
    return found && { ...found, id, sessionHash, actor: await principalOf(r, found.user) }
  })
}

/**
 * Finds the session of a call; using a session extends it by 30 days. `pageOrigin`: that of a page that calls
 * with a token, on routes where pages of apps can.
 */
export async function callerOf(
  context: Context,
  deps: Deps,
  pageOrigin: string | null = null,
): Promise<Identified> {
  const cookies: string[] = []
  const client = clientOf(context, deps)
  const policy = { isSecure: client.isSecure, isStrict: deps.edition.isLocal }
  const name = cookieNameFor(client, deps.port())
  const bearer = readBearer(context.req.header('authorization'))
  const base = {
    address: client.address,
    network: addressNetwork(client.address),
    host: client.host,
    device: deviceOf(context.req.header('user-agent')),
    pendingId: readCookie(context.req.header('cookie') ?? null, pendingCookieName(name)),
    cookies,
    setSession: (id: string) => void cookies.push(cookieHeader(name, id, policy)),
    setPending: (id: string | null) =>
      void cookies.push(
        id === null
          ? expiredCookieHeader(pendingCookieName(name), policy)
          : pendingCookieHeader(name, id, policy),
      ),
    endSession: () => void cookies.push(expiredCookieHeader(name, policy)),
    signInCookie: {
      get: () => readCookie(context.req.header('cookie') ?? null, `${name}_oidc`),
      set: (id: string) =>
        void cookies.push(cookieHeader(`${name}_oidc`, id, { ...policy, lifeMs: SIGN_IN_MS })),
      end: () => void cookies.push(expiredCookieHeader(`${name}_oidc`, policy)),
    },
  }
  const nobody = {
    ...base,
    actor: null,
    user: null,
    sessionHash: null,
    appOrigin: null,
    provedAt: null,
    readAgain: async () => NOBODY,
  }
  const originOf = (actor: Principal | null, tokenId: number | null = null): AuditOrigin => ({
    actor: actor && { id: actor.id, name: actor.name },
    address: client.address,
    tokenId,
  })
  if (bearer !== null) {
    const { actor, token } = await callOfToken(deps, bearer, pageOrigin)
    const readAgain = async (r: Reader) => {
      const found = await readToken(r, { secret: bearer, pageOrigin, at: deps.now().toISOString() })
      return found === null ? NOBODY : { actor: found.actor, provedAt: null }
    }
    const origin = originOf(actor, actor.token?.tokenId)
    return { ...nobody, actor, appOrigin: token.origin, origin, readAgain }
  }
  const found = await findSession(deps, context.req.header('cookie'), client)
  if (found === null) return { ...nobody, origin: originOf(null) }
  const { session, user, actor, id, sessionHash } = found
  const now = deps.now()
  if (now.getTime() - Date.parse(session.seenAt) > SEEN_AFTER_MS) {
    const expiresAt = new Date(now.getTime() + SESSION_MS).toISOString()
    const { address } = client
    await deps.store.write((w) => touchSession(w, sessionHash, { at: now.toISOString(), expiresAt, address }))
    base.setSession(id)
  }
  return {
    ...base,
    actor,
    user,
    sessionHash,
    appOrigin: null,
    provedAt: session.provedAt,
    origin: originOf(actor),
    readAgain: (r) => readSession(r, sessionHash, deps.now().toISOString()),
  }
}

/**
 * Returns a token with its person, limited by it. Throws `invalid-token`, and `not-allowed` for tokens that
 * can only load files.
 */
async function callOfToken(deps: Deps, secret: string, pageOrigin: string | null): Promise<FoundToken> {
  const found = await findToken(deps, secret, pageOrigin)
  if (found === null) throw new Failure('invalid-token')
  // It can be in an app that anyone can open, so not even its owner is revealed.
  if (isForDeliveryOnly(found.token.scopes)) throw new Failure('not-allowed', { reason: 'token-scope' })
  return found
}

type FoundToken = { readonly token: ApiToken; readonly actor: Principal }

/**
 * Returns a token with its person, limited by it; null if it was revoked, has expired, or never existed. A
 * token for editing in an app only works for calls from pages of its origin, as long as its project lists
 * that origin.
 */
export async function findToken(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  secret: string,
  pageOrigin: string | null = null,
): Promise<FoundToken | null> {
  const at = now().toISOString()
  const found = await store.read((r) => readToken(r, { secret, pageOrigin, at }))
  if (found === null) return null
  const { tokenId, lastUsedAt } = found.token
  if (lastUsedAt === null || Date.parse(at) - Date.parse(lastUsedAt) > TOUCH_AFTER_MS)
    await store.write((w) => touchToken(w, tokenId, at))
  return found
}

async function readToken(
  r: Reader,
  {
    secret,
    pageOrigin,
    at,
  }: { readonly secret: string; readonly pageOrigin: string | null; readonly at: string },
): Promise<FoundToken | null> {
  const found = await tokenByHash(r, hashOfSecret(secret), at)
  if (found === null || !(await mayUseFrom(r, found.token, pageOrigin))) return null
  return { token: found.token, actor: await principalOf(r, found.user, found.token) }
}

async function readSession(r: Reader, sessionHash: string, at: string): Promise<Standing> {
  const found = await sessionByHash(r, sessionHash, at)
  if (found === null) return NOBODY
  return { actor: await principalOf(r, found.user), provedAt: found.session.provedAt }
}

async function mayUseFrom(r: Reader, { origin, projectId }: ApiToken, pageOrigin: string | null) {
  if (origin === null) return true
  if (origin !== pageOrigin || projectId === null) return false
  return (await projectById(r, projectId))?.settings.editOrigins.includes(origin) === true
}

/** Returns the client of a call; behind trusted proxies the one that they report. */
export function clientOf(context: Context, { network }: Pick<Deps, 'network'>): Client {
  const { incoming } = context.env as { incoming: IncomingMessage } // the bindings of @hono/node-server
  return network.clientOf({ remoteAddress: incoming.socket.remoteAddress, headers: incoming.headers })
}

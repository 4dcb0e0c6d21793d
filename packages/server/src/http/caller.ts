import type { IncomingMessage } from 'node:http'
import { Failure } from '@dragoman/contract'
import type { Principal } from '@dragoman/core'
import {
  type AuditOrigin,
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
import { hashOfToken, readToken } from './api-token.ts'
import { deviceOf } from './device-of.ts'
import type { Client } from './network.ts'
import {
  cookieHeader,
  cookieNameFor,
  expiredCookieHeader,
  hashOfSessionId,
  pendingCookieHeader,
  pendingCookieName,
  readCookie,
  SESSION_MS,
} from './session-cookie.ts'

/** Who makes a call, and the cookies its answer sets. */
export type Caller = {
  /** With a token: its person, with what it leaves of their rights. */
  readonly actor: Principal | null
  /** The person of the session; null with a token, which is not for looking after an account. */
  readonly user: UserRow | null
  readonly sessionHash: string | null
  /** When the person of the session last proved who they are; null with a token. */
  readonly provedAt: string | null
  /** Network address, for limits on tries. */
  readonly address: string
  /** What of the address counts for limits of calls. */
  readonly network: string
  /** The host that was asked for, with port. */
  readonly host: string | null
  /** Browser and system, in words. */
  readonly device: string | null
  /** Of a sign-in that waits for its second factor. */
  readonly pendingId: string | null
  /** For the audit log. */
  readonly origin: AuditOrigin
  readonly cookies: readonly string[]
  readonly setSession: (id: string) => void
  /** Null: nothing waits any more. */
  readonly setPending: (id: string | null) => void
  readonly endSession: () => void
  /** What a sign-in at an identity provider is recognised by, when the browser comes back from there. */
  readonly signInCookie: {
    readonly get: () => string | null
    readonly set: (id: string) => void
    readonly end: () => void
  }
}

/** A session or token that was used within this time is not written again. */
const TOUCH_AFTER_MS = 60 * 60 * 1000

/** How long somebody may take at the identity provider. */
const SIGN_IN_MS = 15 * 60 * 1000

type SessionDeps = Pick<Deps, 'store' | 'now' | 'port'>

/** The session that a request's cookie names; null without one that lives. */
export async function findSession(
  { store, now, port }: SessionDeps,
  cookie: string | undefined,
  client: Client,
) {
  const id = readCookie(cookie ?? null, cookieNameFor(client, port()))
  if (id === null) return null
  const sessionHash = hashOfSessionId(id)
  return store.read(async (r) => {
    const found = await sessionByHash(r, sessionHash, now().toISOString())
    return found && { ...found, id, sessionHash, actor: await principalOf(r, found.user) }
  })
}

/** Finds the session of a call; a session that is used lives 30 days longer. */
export async function callerOf(context: Context, deps: Deps): Promise<Caller> {
  const cookies: string[] = []
  const client = clientOf(context, deps)
  const policy = { isSecure: client.isSecure, isStrict: deps.isFolderMode }
  const name = cookieNameFor(client, deps.port())
  const bearer = readToken(context.req.header('authorization'))
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
  const nobody = { ...base, actor: null, user: null, sessionHash: null, provedAt: null }
  const originOf = (actor: Principal | null, tokenId: number | null = null): AuditOrigin => ({
    actor: actor && { id: actor.id, name: actor.name },
    address: client.address,
    tokenId,
  })
  if (bearer !== null) {
    const actor = await actorOfToken(deps, bearer)
    return { ...nobody, actor, origin: originOf(actor, actor.token?.tokenId) }
  }
  const found = await findSession(deps, context.req.header('cookie'), client)
  if (found === null) return { ...nobody, origin: originOf(null) }
  const { session, user, actor, id, sessionHash } = found
  const now = deps.now()
  if (now.getTime() - Date.parse(session.seenAt) > TOUCH_AFTER_MS) {
    const expiresAt = new Date(now.getTime() + SESSION_MS).toISOString()
    const { address } = client
    await deps.store.write((w) => touchSession(w, sessionHash, { at: now.toISOString(), expiresAt, address }))
    base.setSession(id)
  }
  return { ...base, actor, user, sessionHash, provedAt: session.provedAt, origin: originOf(actor) }
}

/** The person of a token, limited by it. Throws `invalid-token`. */
async function actorOfToken({ store, now }: Deps, secret: string): Promise<Principal> {
  const at = now().toISOString()
  const found = await store.read(async (r) => {
    const there = await tokenByHash(r, hashOfToken(secret), at)
    return there && { token: there.token, actor: await principalOf(r, there.user, there.token) }
  })
  if (found === null) throw new Failure('invalid-token')
  const { tokenId, lastUsedAt } = found.token
  if (lastUsedAt === null || Date.parse(at) - Date.parse(lastUsedAt) > TOUCH_AFTER_MS)
    await store.write((w) => touchToken(w, tokenId, at))
  return found.actor
}

/** The client of a call, behind trusted proxies the one they name. */
export function clientOf(context: Context, { network }: Pick<Deps, 'network'>): Client {
  const { incoming } = context.env as { incoming: IncomingMessage } // the bindings of @hono/node-server
  return network.clientOf({ remoteAddress: incoming.socket.remoteAddress, headers: incoming.headers })
}

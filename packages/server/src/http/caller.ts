import type { IncomingMessage } from 'node:http'
import type { Principal } from '@dragoman/core'
import { sessionByHash, touchSession, type UserRow } from '@dragoman/store'
import type { Context } from 'hono'
import { principalOf } from '../access/principal-of.ts'
import type { Deps } from '../deps.ts'
import type { Client } from './network.ts'
import {
  cookieHeader,
  cookieNameFor,
  expiredCookieHeader,
  hashOfSessionId,
  readCookie,
  SESSION_MS,
} from './session-cookie.ts'

/** Who makes a call, and the cookies its answer sets. */
export type Caller = {
  readonly actor: Principal | null
  readonly user: UserRow | null
  readonly sessionHash: string | null
  /** Network address, for limits on tries. */
  readonly address: string
  readonly cookies: readonly string[]
  readonly setSession: (id: string) => void
  readonly endSession: () => void
}

/** A session that was used within this time is not written again. */
const TOUCH_AFTER_MS = 60 * 60 * 1000

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
  const base = {
    address: client.address,
    cookies,
    setSession: (id: string) => void cookies.push(cookieHeader(name, id, policy)),
    endSession: () => void cookies.push(expiredCookieHeader(name, policy)),
  }
  const found = await findSession(deps, context.req.header('cookie'), client)
  if (found === null) return { ...base, actor: null, user: null, sessionHash: null }
  const { session, user, actor, id, sessionHash } = found
  const now = deps.now()
  if (now.getTime() - Date.parse(session.seenAt) > TOUCH_AFTER_MS) {
    const expiresAt = new Date(now.getTime() + SESSION_MS).toISOString()
    await deps.store.write((w) => touchSession(w, sessionHash, now.toISOString(), expiresAt))
    base.setSession(id)
  }
  return { ...base, actor, user, sessionHash }
}

/** The client of a call, behind trusted proxies the one they name. */
export function clientOf(context: Context, { network }: Pick<Deps, 'network'>): Client {
  const { incoming } = context.env as { incoming: IncomingMessage } // the bindings of @hono/node-server
  return network.clientOf({ remoteAddress: incoming.socket.remoteAddress, headers: incoming.headers })
}

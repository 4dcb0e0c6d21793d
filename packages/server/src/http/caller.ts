import type { Actor } from '@dragoman/core'
import { sessionByHash, touchSession, type UserRow } from '@dragoman/store'
import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { cookieHeader, expiredCookieHeader, hashOfSessionId, readCookie, SESSION_MS } from './session-cookie.ts'

/** Who makes a call, and the cookies its answer sets. */
export type Caller = {
  readonly actor: Actor | null
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

/** Finds the session of a call; a session that is used lives 30 days longer. */
export async function callerOf(context: Context, deps: Deps): Promise<Caller> {
  const cookies: string[] = []
  const isSecure = context.req.raw.headers.get('x-forwarded-proto') === 'https'
  const name = deps.cookieName()
  const base = {
    address: addressOf(context),
    cookies,
    setSession: (id: string) => void cookies.push(cookieHeader({ name, id, isSecure })),
    endSession: () => void cookies.push(expiredCookieHeader(name)),
  }
  const id = readCookie(context.req.raw.headers.get('cookie'), name)
  const nobody: Caller = { ...base, actor: null, user: null, sessionHash: null }
  if (id === null) return nobody
  const sessionHash = hashOfSessionId(id)
  const now = deps.now()
  const found = await deps.store.read((r) => sessionByHash(r, sessionHash, now.toISOString()))
  if (found === null) return nobody
  const { session, user } = found
  if (now.getTime() - Date.parse(session.seenAt) > TOUCH_AFTER_MS) {
    const expiresAt = new Date(now.getTime() + SESSION_MS).toISOString()
    await deps.store.write((w) => touchSession(w, sessionHash, now.toISOString(), expiresAt))
    base.setSession(id)
  }
  return { ...base, actor: actorOf(user), user, sessionHash }
}

/** The only user so far is the owner. */
function actorOf(user: UserRow): Actor {
  return { userId: user.id, instanceRole: 'owner', memberships: new Map() }
}

function addressOf(context: Context): string {
  const env: unknown = context.env
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return 'none'
  const { incoming } = env as { incoming: { socket?: { remoteAddress?: string } } } // the bindings of @hono/node-server
  return incoming.socket?.remoteAddress ?? 'none'
}

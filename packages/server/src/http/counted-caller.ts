import { Failure, isFailure } from '@dragoman/contract'
import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { addressNetwork } from '../limits/address-network.ts'
import type { CallLimitKind, PublicRoute } from '../limits/count-calls.ts'
import type { Turn } from '../limits/take-turns.ts'
import { hashOfSecret } from '../secrets/hash-of-secret.ts'
import { readToken } from './api-token.ts'
import { callerOf, clientOf, type Identified } from './caller.ts'
import { allowToRead } from './pages-of-apps.ts'
import { requireShownPerson } from './require-shown-person.ts'
import { cookieNameFor, readCookie } from './session-cookie.ts'

/**
 * Returns the caller, and counts the call; with a public `route` for that too. A call with an invalid token or session counts for its network address,
 * and is not even looked up above the limit of that. Throws `too-many-requests` and what `callerOf` throws.
 */
export async function countedCaller(
  context: Context,
  deps: Deps,
  {
    pageOrigin = null,
    route,
  }: { readonly pageOrigin?: string | null; readonly route?: PublicRoute | undefined } = {},
): Promise<Identified> {
  const { calls } = deps
  const network = addressNetwork(clientOf(context, deps).address)
  const credential = credentialOf(context, deps)
  if (credential !== null) calls.requireRoom(network, credential)
  let caller: Identified
  try {
    caller = await callerOf(context, deps, pageOrigin)
  } catch (error) {
    // So that its page can tell an expired token from an unreachable server.
    if (pageOrigin !== null && isFailure(error, 'invalid-token')) allowToRead(context, pageOrigin)
    calls.count('address', network, route)
    throw error
  }
  if (credential !== null && caller.actor !== null) calls.noteValid(credential)
  calls.count(...limitedAs(caller), route)
  return caller
}

/** Returns the signed-in caller of a route outside of the contract, and counts the call. Throws `not-signed-in`. */
export async function countedPerson(context: Context, deps: Deps): Promise<Identified> {
  const caller = await countedCaller(context, deps)
  if (caller.actor === null) throw new Failure('not-signed-in')
  // An event stream cannot send headers.
  requireShownPerson(caller, context.req.query('person'))
  return caller
}

/** Waits until it is the caller's turn (see `takeTurns`). */
export function turnOf(
  context: Context,
  { turns }: Pick<Deps, 'turns'>,
  caller: Identified,
  route?: PublicRoute,
): Promise<Turn> {
  return turns.take(...limitedAs(caller), context.req.raw, route)
}

/** Returns what limits of calls apply to: the token, the person, or the address from which no one is signed in. */
function limitedAs({ actor, network }: Identified): readonly [CallLimitKind, string | number] {
  if (actor === null) return ['address', network]
  return actor.token === null ? ['account', actor.id] : ['token', actor.token.tokenId]
}

/** Returns the name under which the bytes of a call's body are counted; null: its caller is not known yet. */
export function bodyOwner(context: Context, deps: Deps, caller: Identified | null): string {
  const [kind, who] = caller
    ? limitedAs(caller)
    : ['address', addressNetwork(clientOf(context, deps).address)]
  return `${kind} ${who}`
}

/** Returns a hash of the token or session id that a call has; null if it has none. */
function credentialOf(context: Context, deps: Deps): string | null {
  const token = readToken(context.req.header('authorization'))
  if (token !== null) return hashOfSecret(token)
  const cookie = context.req.header('cookie')
  if (cookie === undefined) return null
  const id = readCookie(cookie, cookieNameFor(clientOf(context, deps), deps.port()))
  return id === null ? null : hashOfSecret(id)
}

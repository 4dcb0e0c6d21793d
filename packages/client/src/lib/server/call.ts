import { type Call, callRoute, Failure, isFailure, PERSON_HEADER, type Route } from '@dragoman/contract'
import { createEmitter } from '../store.ts'
import { askForProof } from './proof.ts'
import { fetchOrTake } from './started-requests.ts'

const signedOut = createEmitter()

/** Notifies when the server no longer recognizes the session. Returns a function that stops listening. */
export const onSignedOut = signedOut.subscribe

let shownPerson: string | null = null

/**
 * Notes whom this page shows as signed in: as soon as someone else has signed in in this browser, the server refuses its
 * calls. It stays the same until the page is loaded again, also after a sign-out: pending saves are still those of this
 * person. Null: no one yet.
 */
export function notePerson(id: string | null): void {
  shownPerson = id
}

/** Returns the id of the person whom this page shows as signed in; null: no one yet. */
export const personOfPage = (): string | null => shownPerson

/**
 * Calls an endpoint of the contract. Throws `Failure` for every error that the server names, and an error that
 * `isUnreachable` knows if the server has not answered. If the server requires a proof, the person is asked for it, and the call
 * is repeated.
 */
export async function call<P, Q, B, R>(route: Route<P, Q, B, R>, parts: Call<P, Q, B> = {}): Promise<R> {
  const make = () => callRoute(fetchAsPerson, route, parts)
  try {
    return await make()
  } catch (error) {
    if (isFailure(error, 'proof-needed') && (await askForProof())) return make()
    if (isFailure(error, 'not-signed-in')) signedOut.emit()
    throw error
  }
}

function fetchAsPerson(address: string, init: RequestInit): Promise<Response> {
  if (shownPerson === null) return fetchOrTake(address, init)
  const headers = new Headers(init.headers)
  headers.set(PERSON_HEADER, shownPerson)
  return fetchOrTake(address, { ...init, headers })
}

/**
 * The same without a session: a missing session is then not reported, and no one is asked for a proof. Throws
 * as `call` does.
 */
export function callAsVisitor<P, Q, B, R>(route: Route<P, Q, B, R>, parts: Call<P, Q, B> = {}): Promise<R> {
  return callRoute(fetchOrTake, route, parts)
}

/**
 * Whether the server has not answered: offline, not available, the connection broke, or a proxy answered instead, with its
 * page to sign in.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof Failure) return isOfProxy(error)
  // What cannot be parsed is a page, or a response that broke off.
  const isBroken = error instanceof TypeError || error instanceof SyntaxError
  return isBroken || (error instanceof DOMException && error.name === 'NetworkError')
}

/** With these, a proxy asks people to sign in. */
const SIGN_IN_STATUSES: ReadonlySet<number> = new Set([401, 403, 407])

function isOfProxy({ code, params }: Failure): boolean {
  // Only a response without a problem document has a status.
  return code === 'unexpected' && SIGN_IN_STATUSES.has(Number(params.status ?? 0))
}

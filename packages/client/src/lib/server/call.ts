import { type Call, callRoute, isFailure, PERSON_HEADER, type Route } from '@dragoman/contract'
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
 * Calls an endpoint of the contract. Throws `Failure` for every error that the server names, and `TypeError`
 * if the server cannot be reached. If the server requires a proof, the person is asked for it, and the call
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

/** Whether the request got no response: offline, server unavailable, connection broken. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'NetworkError')
}

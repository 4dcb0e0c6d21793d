import { type Call, callRoute, isFailure, type Route } from '@dragoman/contract'
import { createEmitter } from '../store.ts'
import { askForProof } from './proof.ts'

const signedOut = createEmitter()

/** Tells when the server no longer knows who is calling. Returns the way to stop listening. */
export const onSignedOut = signedOut.subscribe

/**
 * Calls an endpoint of the contract. Throws `Failure` for every problem the server names; a `TypeError` when
 * the server cannot be reached. Where the server wants the person to prove again who they are, they are asked,
 * and the call is made again.
 */
export async function call<P, Q, B, R>(route: Route<P, Q, B, R>, parts: Call<P, Q, B> = {}): Promise<R> {
  const make = () => callRoute((input, init) => fetch(input, init), route, parts)
  try {
    return await make()
  } catch (error) {
    if (isFailure(error, 'proof-needed') && (await askForProof())) return make()
    if (isFailure(error, 'not-signed-in')) signedOut.emit()
    throw error
  }
}

/**
 * The same without a session: that nobody is signed in is then no news, and nobody is asked for a proof. Throws as
 * `call` does.
 */
export function callAsVisitor<P, Q, B, R>(route: Route<P, Q, B, R>, parts: Call<P, Q, B> = {}): Promise<R> {
  return callRoute((input, init) => fetch(input, init), route, parts)
}

/** True when the request never got an answer: offline, server gone, connection broken. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'NetworkError')
}

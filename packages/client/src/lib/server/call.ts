import { type Call, callRoute, isFailure, type Route } from '@dragoman/contract'
import { createEmitter } from '../store.ts'

const signedOut = createEmitter()

/** Tells when the server no longer knows who is calling. Returns the way to stop listening. */
export const onSignedOut = signedOut.subscribe

/**
 * Calls an endpoint of the contract. Throws `Failure` for every problem the server names; a `TypeError` when
 * the server cannot be reached.
 */
export async function call<P, Q, B, R>(route: Route<P, Q, B, R>, parts: Call<P, Q, B> = {}): Promise<R> {
  try {
    return await callRoute((input, init) => fetch(input, init), route, parts)
  } catch (error) {
    if (isFailure(error, 'not-signed-in')) signedOut.emit()
    throw error
  }
}

/** True when the request never got an answer: offline, server gone, connection broken. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'NetworkError')
}

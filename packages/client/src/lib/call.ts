import { type Call, callRoute, Failure, type Route } from '@dragoman/contract'

const signedOutListeners = new Set<() => void>()

/** Tells when the server no longer knows who is calling. Returns the way to stop listening. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener)
  return () => signedOutListeners.delete(listener)
}

/**
 * Calls an endpoint of the contract. Throws `Failure` for every problem the server names; a `TypeError` when
 * the server cannot be reached.
 */
export async function call<P, Q, B, R>(route: Route<P, Q, B, R>, parts: Call<P, Q, B> = {}): Promise<R> {
  try {
    return await callRoute((input, init) => fetch(input, init), route, parts)
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-signed-in')
      for (const listener of signedOutListeners) listener()
    throw error
  }
}

/** True when the request never got an answer: offline, server gone, connection broken. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'NetworkError')
}

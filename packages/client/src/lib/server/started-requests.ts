const started = new Map<string, Promise<Response>>()

/** Starts a GET request before the code that needs its response has loaded. */
export function startRequest(address: string): Promise<Response> {
  const response = fetch(address, { headers: { accept: 'application/json' }, credentials: 'same-origin' })
  started.set(address, response)
  return response
}

/**
 * Makes a request like `fetch`, or returns the response of one that was started; each only once, and none after a
 * request that changes something.
 */
export function fetchOrTake(address: string, init: RequestInit): Promise<Response> {
  if (init.method !== 'GET') dropStartedRequests()
  const response = started.get(address)
  started.delete(address)
  // What failed before can succeed now.
  return response?.catch(() => fetch(address, init)) ?? fetch(address, init)
}

/** Drops responses that were not used yet: they can be outdated. */
export function dropStartedRequests(): void {
  started.clear()
}

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
export async function fetchOrTake(address: string, init: RequestInit): Promise<Response> {
  if (init.method !== 'GET') dropStartedRequests()
  const response = await takeStarted(address)
  // What failed or was refused before can succeed now.
  return response?.ok ? response : fetch(address, init)
}

function takeStarted(address: string): Promise<Response | null> | null {
  const response = started.get(address)
  started.delete(address)
  return response?.catch(() => null) ?? null
}

/** Drops responses that were not used yet: they can be outdated. */
export function dropStartedRequests(): void {
  started.clear()
}

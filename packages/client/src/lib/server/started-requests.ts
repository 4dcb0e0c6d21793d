const started = new Map<string, Promise<Response>>()

/** Starts a GET request before the code that needs its response has loaded. */
export function startRequest(address: string): Promise<Response> {
  const response = fetch(address, { headers: { accept: 'application/json' }, credentials: 'same-origin' })
  started.set(address, response)
  return response
}

/** Makes a request like `fetch`, or returns the response of one that was started; each only once. */
export function fetchOrTake(address: string, init: RequestInit): Promise<Response> {
  const response = init.method === 'GET' ? started.get(address) : undefined
  started.delete(address)
  // What failed before can succeed now.
  return response?.catch(() => fetch(address, init)) ?? fetch(address, init)
}

/** Drops responses that the first screen did not need: later they would be outdated. */
export function dropStartedRequests(): void {
  started.clear()
}

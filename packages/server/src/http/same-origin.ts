import { Failure } from '@dragoman/contract'
import type { Client, Network } from './network.ts'

/**
 * Refuses a write that a page of another site makes with the reader's cookie. Clients other than browsers
 * send neither header and pass.
 */
export function requireSameOrigin(request: Request, client: Client, network: Network): void {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) {
    if (site === 'same-origin' || site === 'none') return
    throw new Failure('not-allowed', { reason: 'other-site' })
  }
  const origin = request.headers.get('origin')
  if (origin === null) return
  if (!network.isOwnOrigin(origin, client)) throw new Failure('not-allowed', { reason: 'other-site' })
}

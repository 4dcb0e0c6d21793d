import { Failure } from '@dragoman/contract'

/** Refuses a write that a page of another site makes with the reader's cookie. Callers that are no browsers send neither header and pass. */
export function demandSameOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) {
    if (site === 'same-origin' || site === 'none') return
    throw new Failure('not-allowed', { reason: 'other-site' })
  }
  const origin = request.headers.get('origin')
  if (origin === null) return
  const host = request.headers.get('x-forwarded-host') ?? request.headers.get('host') ?? new URL(request.url).host
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new Failure('not-allowed', { reason: 'other-site' })
}

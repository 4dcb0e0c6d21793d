import type { Reading } from '../publish/open-publisher.ts'
import { type Bundle, type BundleVariant, bodyHead } from './bundle.ts'
import type { Encoding } from './encoding.ts'

/** What an answer is made of. */
export type AnsweredVariant = Pick<BundleVariant, 'etag' | 'body' | 'head200' | 'head304'>

/**
 * Returns a variant for this reader only, which proxies must not cache. With a session no page of another
 * origin can read it, because cookies are sent with any request; a token is sent on purpose.
 */
export function privateVariant(
  { contentType, origins }: Bundle,
  { etag, body }: BundleVariant,
  { encoding, by }: { readonly encoding: Encoding; readonly by: Reading['by'] },
): AnsweredVariant {
  const isSession = by === 'session'
  const head304 = [
    'ETag',
    etag,
    'Cache-Control',
    'private, no-cache',
    'Vary',
    `Accept-Encoding, ${isSession ? 'Cookie' : 'Authorization'}${origins === null ? '' : ', Origin'}`,
    ...(isSession ? ['Cross-Origin-Resource-Policy', 'same-origin'] : []),
    ...(isSession || origins !== null ? [] : ['Access-Control-Allow-Origin', '*']),
  ]
  const nosniff = contentType.startsWith('application/json') ? ['X-Content-Type-Options', 'nosniff'] : []
  return {
    etag,
    body,
    head200: [...bodyHead(body, { contentType, encoding }), ...nosniff, ...head304],
    head304,
  }
}

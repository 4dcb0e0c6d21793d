import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { encodingFor } from '../delivery/encoding.ts'

const compress = promisify(gzip)

/** Smaller replies fit into one packet (RFC 6691: 1,460 bytes of data) as they are. */
const COMPRESSED_FROM_BYTES = 1400
/** A third of the default level's time, for a tenth more bytes. */
const LEVEL = 3

/**
 * Answers with a value as JSON. What a GET reads is compressed for readers that accept it: pages of texts shrink to
 * a sixth. Replies to writes are not: some contain a new secret next to the caller's own words (BREACH).
 */
export async function jsonResponse(value: unknown, { method, headers }: Request): Promise<Response> {
  const text = JSON.stringify(value)
  const common = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  if (method !== 'GET' || text.length < COMPRESSED_FROM_BYTES) return new Response(text, { headers: common })
  const varied = { ...common, vary: 'accept-encoding' }
  if (encodingFor(headers.get('accept-encoding') ?? undefined) === 'identity')
    return new Response(text, { headers: varied })
  return new Response(new Uint8Array(await compress(text, { level: LEVEL })), {
    headers: { ...varied, 'content-encoding': 'gzip' },
  })
}

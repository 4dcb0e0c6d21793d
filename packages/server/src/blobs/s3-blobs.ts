import { type AWSHeaders, S3mini } from 's3mini'
import type { Blobs } from './blobs.ts'

export type S3Location = {
  /** Including the bucket: `https://s3.example.com/texts`. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const TIMEOUT_MS = 15_000

/**
 * Opens blobs in a bucket with the S3 protocol. Makes no conditional writes, because not every server
 * supports them.
 */
export function openS3Blobs(place: S3Location): Blobs {
  const bucket = new S3mini({ ...place, requestAbortTimeout: TIMEOUT_MS, fetch: refuseConditions })
  return {
    async read(name) {
      const bytes = await bucket.getObjectArrayBuffer(name)
      return bytes === null ? null : new Uint8Array(bytes)
    },
    async write(name, bytes, { contentType, cacheControl }) {
      // Typed for Amazon's own headers, but sent as they are.
      const headers = { 'cache-control': cacheControl } as unknown as AWSHeaders
      await bucket.putObject(name, bytes, contentType, undefined, headers)
    },
    async remove(name) {
      await bucket.deleteObject(name)
    },
    mark: (name) => bucket.getEtag(name),
  }
}

/** No request is conditional, so 304 and 412 are errors; the library would take them for a missing object. */
const refuseConditions: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.status !== 304 && response.status !== 412) return response
  await response.body?.cancel()
  throw new Error(`The bucket answered ${response.status}`)
}

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { S3Location } from '../src/blobs/s3-blobs.ts'

/**
 * What happens to a request to the bucket: a response with that status and no effect; a connection cut before
 * the bucket has done anything, or after it; a delay; a listing that lacks half of the objects.
 */
export type BucketFault = 503 | 412 | 'cut' | 'cut-after' | 'slow' | 'short-list'

export type BucketRequest = {
  readonly method: string
  /** The object; empty: the bucket itself, which is listed. */
  readonly name: string
}

export type FaultyBucket = {
  readonly place: S3Location
  readonly objects: ReadonlyMap<string, BucketObject>
  /** Stores or removes an object, bypassing all failures. */
  readonly put: (name: string, bytes: Uint8Array | null, changedAt?: Date) => void
  /** Called for each request; null means a normal response. */
  faultOf: (request: BucketRequest) => BucketFault | null
  /** Notified of each object that was written or removed, in the order of the bucket. */
  onChange: (request: BucketRequest) => void
  /** How often each failure has happened. */
  readonly happened: Map<BucketFault, number>
  readonly close: () => Promise<void>
}

type BucketObject = { readonly bytes: Uint8Array; readonly changedAt: Date }

const SLOW_MS = 300
const LISTED_AT_ONCE = 50

/** The part of S3 that publishing uses, over HTTP and in memory, with failures that the test chooses. */
export async function openFaultyBucket(): Promise<FaultyBucket> {
  const objects = new Map<string, BucketObject>()
  const happened = new Map<BucketFault, number>()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const bucket: FaultyBucket = {
    place: {
      endpoint: `http://127.0.0.1:${port}/texts`,
      region: 'us-east-1',
      accessKeyId: 'test',
      secretAccessKey: 'test',
    },
    objects,
    put(name, bytes, changedAt = new Date()) {
      if (bytes === null) objects.delete(name)
      else objects.set(name, { bytes, changedAt })
    },
    faultOf: () => null,
    onChange: () => undefined,
    happened,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://bucket')
    const name = decodeURIComponent(url.pathname.replace(/^\/texts\/?/, ''))
    const asked = { method: request.method ?? 'GET', name }
    const chunks: Uint8Array[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return // the caller has disconnected
    }
    const fault = bucket.faultOf(asked)
    if (fault !== null) happened.set(fault, (happened.get(fault) ?? 0) + 1)
    if (fault === 'cut') return void request.socket.destroy()
    if (fault === 503 || fault === 412) return void response.writeHead(fault).end()
    if (fault === 'slow') await pause(SLOW_MS)
    if (asked.method === 'PUT') objects.set(name, { bytes: Buffer.concat(chunks), changedAt: new Date() })
    if (asked.method === 'DELETE') objects.delete(name)
    if (asked.method === 'PUT' || asked.method === 'DELETE') bucket.onChange(asked)
    if (fault === 'cut-after') return void request.socket.destroy()
    if (asked.method === 'PUT') response.writeHead(200).end()
    else if (asked.method === 'DELETE') response.writeHead(204).end()
    else if (name === '') sendList(response, url.searchParams, fault === 'short-list')
    else sendObject(response, objects.get(name))
  }

  function sendList(response: ServerResponse, query: URLSearchParams, isShort: boolean): void {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort()
    const page = names.slice(0, LISTED_AT_ONCE)
    const isWhole = page.length === names.length
    const entries = page
      .filter((_name, index) => !isShort || index % 2 === 0)
      .map((name) => {
        const { bytes, changedAt } = objects.get(name) ?? { bytes: Buffer.alloc(0), changedAt: new Date() }
        return `<Contents><Key>${xmlOf(name)}</Key><LastModified>${changedAt.toISOString()}</LastModified><ETag>${tagOf(bytes)}</ETag><Size>${bytes.length}</Size></Contents>`
      })
    const next = isWhole ? '' : `<NextContinuationToken>${xmlOf(page.at(-1) ?? '')}</NextContinuationToken>`
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${!isWhole}</IsTruncated>${entries.join('')}${next}</ListBucketResult>`,
    )
  }

  return bucket
}

function sendObject(response: ServerResponse, object: BucketObject | undefined): void {
  if (object === undefined) return void response.writeHead(404).end()
  response.writeHead(200, { etag: tagOf(object.bytes), 'content-length': object.bytes.length })
  response.end(response.req.method === 'HEAD' ? undefined : object.bytes)
}

function tagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

function xmlOf(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

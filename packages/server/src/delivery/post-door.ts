import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FollowedChannel, Publisher } from '../publish/open-publisher.ts'
import { CORS, refuse } from './plain-answers.ts'

export type PostDoorOptions = {
  readonly publisher: Pick<Publisher, 'find'>
  /** The network a request comes from. */
  readonly networkOf: (request: IncomingMessage) => string
  /** Requests per network and minute. */
  readonly requestsMax: number
  readonly bodyMax: number
}

/** What an app sent to a channel that everyone can load. */
export type Posted = { readonly channel: FollowedChannel; readonly body: string }

/** Accepts what apps send to a channel, with limits per network and on the size. */
export type PostDoor = {
  /** Returns what was sent; null if the request was of another kind or refused, and has been answered. */
  readonly take: (
    request: IncomingMessage,
    response: ServerResponse,
    address: {
      readonly project: string
      readonly channel: string
      readonly isTaken?: (channel: FollowedChannel) => boolean
    },
  ) => Promise<Posted | null>
  readonly close: () => void
}

export function openPostDoor({ publisher, networkOf, requestsMax, bodyMax }: PostDoorOptions): PostDoor {
  const requests = new Map<string, number>()
  const minute = setInterval(() => requests.clear(), 60_000)
  minute.unref()
  return {
    async take(request, response, { project, channel: name, isTaken = () => true }) {
      const refused = (status: number, code: string, headers: string[] = []) => {
        refuse(response, status, code, headers)
        return null
      }
      if (request.method === 'OPTIONS') {
        response.writeHead(204, [...FOR_POST, 'Access-Control-Max-Age', '86400'])
        response.end()
        return null
      }
      if (request.method !== 'POST') {
        response.writeHead(405, [...FOR_POST, 'Allow', 'POST, OPTIONS', 'Content-Length', '0'])
        response.end()
        return null
      }
      const network = networkOf(request)
      const count = (requests.get(network) ?? 0) + 1
      requests.set(network, count)
      if (count > requestsMax) return refused(429, 'too-many-requests', ['Retry-After', '60'])
      const channel = await publisher.find({ project, channel: name })
      if (channel === null || channel === 'private' || !isTaken(channel)) return refused(404, 'not-found')
      const body = await readBody(request, bodyMax).catch(() => undefined)
      // The client has disconnected.
      if (body === undefined) return null
      return body === null ? refused(413, 'too-large') : { channel, body }
    },
    close: () => clearInterval(minute),
  }
}

/** Answers an accepted request, without content. */
export function answerPosted(response: ServerResponse): void {
  response.writeHead(204, ['Access-Control-Allow-Origin', '*'])
  response.end()
}

const FOR_POST = CORS.map((value) => (value === 'GET, HEAD, OPTIONS' ? 'POST, OPTIONS' : value))

/** Reads the body; null if it exceeds the limit. */
async function readBody(request: IncomingMessage, bodyMax: number): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  // The rest of a body that is too large is received after the answer; ending the stream would cut it off.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > bodyMax) return null
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { BundleVariant } from './bundle.ts'
import { type Encoding, encodingFor } from './encoding.ts'
import { namesTag } from './entity-tag.ts'
import { readSimpleRequest, type SimpleHeaders, type SimpleRequest } from './read-simple-request.ts'
import { wireOf } from './wire.ts'

/** Where the door gets the files from. */
export type ReadyFiles = {
  /** From memory, or null. */
  readonly ready: (path: string, encoding: Encoding) => BundleVariant | null
  /** Made now; null where the answer is not simply the file. */
  readonly load: (path: string, encoding: Encoding) => Promise<BundleVariant | null>
}

export type FrontDoor = { readonly close: () => void }

export type FrontDoorOptions = {
  /** Whether a request is for a host name of this server; others are left to `server`, which refuses them. */
  readonly acceptsHost: (headers: SimpleHeaders, remoteAddress: string | undefined) => boolean
  readonly idleMs?: number
  readonly stalledMs?: number
}

/**
 * Answers the plain requests for delivered files on the socket itself, with one read and one write each: half
 * the work of a trip through `node:http` (docs/decisions). At the first request that is anything else the
 * connection goes to `server` with every byte received, for good.
 */
export function openFrontDoor(server: Server, files: ReadyFiles, options: FrontDoorOptions): FrontDoor {
  const { acceptsHost, idleMs = IDLE_MS, stalledMs = STALLED_MS } = options
  const behind = server.listeners('connection')
  const guests = new Set<Guest>()
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const guest: Guest = { socket, used: true, chunk: NO_BYTES, request: null }
    guests.add(guest)
    const leave = meet(guest, { files, acceptsHost, stalledMs }, (chunk) => {
      leave()
      guests.delete(guest)
      socket.pause()
      socket.unshift(chunk)
      for (const listener of behind) listener.call(server, socket)
      socket.resume()
    })
    socket.once('close', () => guests.delete(guest))
  })
  // One look at all of them now and then costs less than a timer that each request would have to set back.
  const sweep = setInterval(() => {
    for (const guest of guests) {
      if (!guest.used && guest.socket.writableLength === 0) guest.socket.destroy()
      guest.used = false
    }
  }, idleMs)
  sweep.unref()
  return {
    close() {
      clearInterval(sweep)
      for (const { socket } of guests) socket.destroy()
    },
  }
}

/**
 * A connection on which nothing was asked for this long (at most twice as long) is closed, unless an answer
 * is still on its way.
 */
const IDLE_MS = 60_000
/**
 * An answer of which not one byte could be sent for this long is given up. Long, because a full send buffer
 * takes a slow reader minutes.
 */
const STALLED_MS = 30 * 60_000
const NO_BYTES = Buffer.alloc(0)

/** A connection that has asked for nothing but delivered files so far. */
type Guest = {
  readonly socket: Socket
  used: boolean
  /** The last request, as sent and as read: a connection that asks again mostly repeats itself. */
  chunk: Buffer
  request: SimpleRequest | null
}

type MeetRequest = { readonly files: ReadyFiles } & Pick<
  Required<FrontDoorOptions>,
  'acceptsHost' | 'stalledMs'
>

/**
 * Serves one connection until `handOver` is called with a request that is for others. Gives what takes the
 * listeners off.
 */
function meet(
  guest: Guest,
  { files, acceptsHost, stalledMs }: MeetRequest,
  handOver: (chunk: Buffer) => void,
): () => void {
  const { socket } = guest
  const answer = (variant: BundleVariant, ifNoneMatch: string | undefined) => {
    const wire = wireOf(variant)
    socket.write(
      ifNoneMatch !== undefined && namesTag(ifNoneMatch, variant.etag) ? wire.notModified : wire.whole,
    )
    // Nothing more is read from a client that does not read its answers.
    if (socket.writableLength === 0) return
    socket.pause()
    socket.setTimeout(stalledMs, onStalled) // Node starts it anew with every byte that leaves
    socket.once('drain', () => {
      socket.setTimeout(0, onStalled)
      guest.used = true
      socket.resume()
    })
  }
  const onStalled = () => socket.destroy()
  const onData = (chunk: Buffer) => {
    const request = chunk.equals(guest.chunk) ? guest.request : readSimpleRequest(chunk)
    if (request === null) return handOver(chunk)
    if (request !== guest.request && !acceptsHost(request.headers, socket.remoteAddress))
      return handOver(chunk)
    guest.used = true
    guest.chunk = chunk
    guest.request = request
    const { acceptEncoding, ifNoneMatch } = request.headers
    const encoding = encodingFor(acceptEncoding)
    const ready = files.ready(request.path, encoding)
    if (ready !== null) return answer(ready, ifNoneMatch)
    socket.pause()
    files.load(request.path, encoding).then(
      (variant) => {
        if (socket.destroyed) return
        if (variant === null) return handOver(chunk)
        socket.resume()
        answer(variant, ifNoneMatch)
      },
      () => handOver(chunk), // behind the door it is tried again and told what is wrong
    )
  }
  const onEnd = () => socket.end()
  const onError = () => socket.destroy() // the other side is gone; nobody is left to tell
  socket.on('data', onData).on('end', onEnd).on('error', onError)
  return () => socket.off('data', onData).off('end', onEnd).off('error', onError)
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { BundleVariant } from './bundle.ts'
import { type Encoding, encodingFor } from './encoding.ts'
import { namesTag } from './entity-tag.ts'
import { readSimpleRequest, type SimpleHeaders, type SimpleRequest } from './read-simple-request.ts'
import { sendFile, sendNotModified } from './wire.ts'

/** Where the door gets the files from. */
export type ReadyFiles = {
  /** Returns a file from memory, or null. */
  readonly ready: (path: string, encoding: Encoding) => BundleVariant | null
  /** Builds the file; null if the answer is not simply the file. */
  readonly load: (path: string, encoding: Encoding) => Promise<BundleVariant | null>
}

export type FrontDoor = {
  readonly figures: () => SentFigures
  /** From now on leaves every request to `server`, which announces the end of the connection to the client. */
  readonly end: () => void
  /** Ends, and closes connections without an answer in progress; the others close with their answer. */
  readonly close: () => void
  /** Closes all remaining connections. */
  readonly cut: () => void
}

/** What was sent: the number of 304 answers, and the bytes of all bodies. */
type SentFigures = { readonly notModified: number; readonly bodyBytes: number }

export type FrontDoorOptions = {
  /** Whether a request is for a host name of this server; `server` refuses the others. */
  readonly acceptsHost: (headers: SimpleHeaders, remoteAddress: string | undefined) => boolean
  /**
   * A connection without requests is closed after this time, or up to twice as long, unless an answer is in
   * progress.
   */
  readonly idleMs?: number
  readonly stalledMs?: number
}

/**
 * Answers plain requests for delivered files on the socket itself, with one read and one write each: half the
 * work of going through `node:http` (docs/decisions/0010). With the first request of any other kind, the
 * connection passes to `server` permanently, with every byte received.
 */
export function openFrontDoor(server: Server, files: ReadyFiles, options: FrontDoorOptions): FrontDoor {
  const { acceptsHost, idleMs = IDLE_MS, stalledMs = STALLED_MS } = options
  const behind = server.listeners('connection')
  const connections = new Set<Connection>()
  const sent = { notModified: 0, bodyBytes: 0 }
  const state = { isEnding: false }
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const connection: Connection = { socket, used: true, isLoading: false, chunk: NO_BYTES, request: null }
    connections.add(connection)
    const leave = serve(connection, { files, acceptsHost, stalledMs, sent, state }, (chunk) => {
      leave()
      connections.delete(connection)
      socket.pause()
      socket.unshift(chunk)
      for (const listener of behind) listener.call(server, socket)
      socket.resume()
    })
    socket.once('close', () => connections.delete(connection))
  })
  // Checking all of them now and then costs less than a timer that each request would have to reset.
  const sweep = setInterval(() => {
    for (const connection of connections) {
      if (!connection.used && connection.socket.writableLength === 0) connection.socket.destroy()
      connection.used = false
    }
  }, idleMs)
  sweep.unref()
  return {
    figures: () => sent,
    end() {
      state.isEnding = true
    },
    close() {
      state.isEnding = true
      clearInterval(sweep)
      for (const { socket, isLoading } of connections) {
        if (isLoading) continue
        if (socket.writableLength > 0) socket.end()
        else socket.destroy()
      }
    },
    cut() {
      for (const { socket } of connections) socket.destroy()
    },
  }
}

/** Longer than proxies keep theirs, like the server behind the door (`CONNECTIONS`). */
const IDLE_MS = 75_000
/**
 * An answer is given up if not a single byte could be sent for this long. A slow reader takes minutes for a
 * full send buffer.
 */
const STALLED_MS = 30 * 60_000
const NO_BYTES = Buffer.alloc(0)

/** A connection that has requested only delivered files so far. */
type Connection = {
  readonly socket: Socket
  used: boolean
  /** Its answer is being prepared. */
  isLoading: boolean
  /** The last request, as sent and as parsed: a connection mostly repeats the same request. */
  chunk: Buffer
  request: SimpleRequest | null
}

type MeetRequest = {
  readonly files: ReadyFiles
  readonly sent: { notModified: number; bodyBytes: number }
  readonly state: { readonly isEnding: boolean }
} & Pick<Required<FrontDoorOptions>, 'acceptsHost' | 'stalledMs'>

/**
 * Serves one connection until `handOver` is called with a request for others. Returns a function that removes
 * the listeners.
 */
function serve(
  connection: Connection,
  { files, acceptsHost, stalledMs, sent, state }: MeetRequest,
  handOver: (chunk: Buffer) => void,
): () => void {
  const { socket } = connection
  const answer = (variant: BundleVariant, ifNoneMatch: string | undefined) => {
    if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, variant.etag)) {
      sent.notModified += 1
      sendNotModified(socket, variant)
    } else {
      sent.bodyBytes += variant.body.length
      sendFile(socket, variant)
    }
    // Stops reading from a client that does not read its answers.
    if (socket.writableLength === 0) return
    socket.pause()
    socket.setTimeout(stalledMs, onStalled) // Node restarts it with every byte sent
    // Called when all of it is sent; `drain` is only emitted if it was more than a full buffer.
    socket.write(NO_BYTES, () => {
      socket.setTimeout(0, onStalled)
      connection.used = true
      socket.resume()
    })
  }
  const onStalled = () => socket.destroy()
  const onData = (chunk: Buffer) => {
    if (state.isEnding) return handOver(chunk)
    const request = chunk.equals(connection.chunk) ? connection.request : readSimpleRequest(chunk)
    if (request === null) return handOver(chunk)
    if (request !== connection.request && !acceptsHost(request.headers, socket.remoteAddress))
      return handOver(chunk)
    connection.used = true
    connection.chunk = chunk
    connection.request = request
    const { acceptEncoding, ifNoneMatch } = request.headers
    const encoding = encodingFor(acceptEncoding)
    const ready = files.ready(request.path, encoding)
    if (ready !== null) return answer(ready, ifNoneMatch)
    socket.pause()
    connection.isLoading = true
    files.load(request.path, encoding).then(
      (variant) => {
        connection.isLoading = false
        if (socket.destroyed) return
        if (variant === null || state.isEnding) return handOver(chunk)
        socket.resume()
        answer(variant, ifNoneMatch)
      },
      () => handOver(chunk), // behind the door it is tried again, and the client learns what is wrong
    )
  }
  const onEnd = () => socket.end()
  const onError = () => socket.destroy() // the other side has disconnected
  socket.on('data', onData).on('end', onEnd).on('error', onError)
  return () => socket.off('data', onData).off('end', onEnd).off('error', onError)
}

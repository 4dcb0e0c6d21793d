import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { BundleVariant } from './bundle.ts'
import { type Encoding, encodingFor } from './encoding.ts'
import { readSimpleRequest } from './read-simple-request.ts'
import { wireOf } from './wire.ts'

/** What the door asks for the files themselves. */
export type ReadyFiles = {
  /** From memory, or null. */
  readonly ready: (path: string, encoding: Encoding) => BundleVariant | null
  /** Made now; null where the answer is not simply the file. */
  readonly load: (path: string, encoding: Encoding) => Promise<BundleVariant | null>
}

export type FrontDoor = { readonly close: () => void }

/**
 * Answers the plain requests for delivered files on the socket itself, one read and one write each, at half the cost of a trip through
 * `node:http`. At the first request that is anything else the connection goes to `server` with every byte received, for good.
 */
export function openFrontDoor(server: Server, files: ReadyFiles): FrontDoor {
  const behind = server.listeners('connection')
  const waiting = new Set<Socket>()
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    waiting.add(socket)
    const leave = meet(socket, files, (chunk) => {
      leave()
      waiting.delete(socket)
      socket.pause()
      socket.unshift(chunk)
      for (const listener of behind) listener.call(server, socket)
      socket.resume()
    })
    socket.once('close', () => waiting.delete(socket))
  })
  return {
    close() {
      for (const socket of waiting) socket.destroy()
    },
  }
}

/** A connection on which nothing was asked for this long is closed, as nginx does by default. */
const IDLE_MS = 75_000

/** Serves one connection until `handOver` is called with the request that is for others. Gives what takes the listeners off. */
function meet(socket: Socket, files: ReadyFiles, handOver: (chunk: Buffer) => void): () => void {
  const answer = (variant: BundleVariant, ifNoneMatch: string | undefined) => {
    socket.write(ifNoneMatch !== undefined && namesTag(ifNoneMatch, variant.etag) ? wireOf(variant).notModified : wireOf(variant).whole)
    // Nothing is read from a client that does not read its answers.
    if (socket.writableLength === 0) return
    socket.pause()
    socket.once('drain', () => socket.resume())
  }
  const onData = (chunk: Buffer) => {
    const request = readSimpleRequest(chunk)
    if (request === null) return handOver(chunk)
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
      () => handOver(chunk), // Node's way asks again and says what is wrong
    )
  }
  const onEnd = () => socket.end()
  const onTimeout = () => socket.destroy()
  const onError = () => socket.destroy() // the other side is gone; nobody is left to tell
  socket.setTimeout(IDLE_MS)
  socket.on('data', onData).on('end', onEnd).on('timeout', onTimeout).on('error', onError)
  return () => {
    socket.off('data', onData).off('end', onEnd).off('timeout', onTimeout).off('error', onError)
    socket.setTimeout(0)
  }
}

/** `If-None-Match` may list several tags, weak ones, or `*`. */
function namesTag(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

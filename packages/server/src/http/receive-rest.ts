import type { IncomingMessage, ServerResponse } from 'node:http'

export type RestOptions = {
  /** How much of a body is received after its answer. */
  readonly bytesMax?: number
  /** How long the client can send nothing of it. */
  readonly silentMs?: number
  /** How long a client has to notice that the server no longer receives. */
  readonly noticeMs?: number
  /** How often the first two are checked. */
  readonly checkMs?: number
}

/** A file over the limit that someone chose by mistake is received to its end. */
const BYTES_MAX = 256 * 1024 * 1024
const SILENT_MS = 10_000
const NOTICE_MS = 2_000
const CHECK_MS = 500

/**
 * Receives and discards the rest of a body whose request was answered before it had arrived, as refusals are.
 * If the connection were closed instead, the kernel would reset it because of the unread bytes, and a client
 * that is still sending would lose the answer. Afterwards the connection continues, or closes if its answer
 * announces it. Beyond the limits it is closed in two steps: first for writing, so that the client sees the end of the
 * answer (RFC 9112 §9.6). Call it before anything else is done with a request.
 */
export function receiveRest(
  request: IncomingMessage,
  response: ServerResponse,
  { bytesMax = BYTES_MAX, silentMs = SILENT_MS, noticeMs = NOTICE_MS, checkMs = CHECK_MS }: RestOptions = {},
): void {
  if (!hasBody(request)) return
  const { socket } = request
  let isAnswered = false
  let closesAfterwards = false
  let isClosing = false
  let timer: NodeJS.Timeout | null = null

  // Node calls this after the last answer of a connection, and Hono half a second after each early one.
  const closeLater = () => {
    if (request.readableEnded) close()
    else if (!isAnswered) closesAfterwards = true
  }
  socket.destroySoon = closeLater

  function restore(): void {
    if (timer !== null) clearTimeout(timer)
    // The next request of the connection might have replaced it.
    if (socket.destroySoon === closeLater) Reflect.deleteProperty(socket, 'destroySoon')
  }

  function close(): void {
    restore()
    socket.destroySoon()
  }

  function receive(): void {
    const from = socket.bytesRead
    let known = from
    let knownMs = performance.now()
    // The stream has no event for what Node drops because no one has started to read it.
    timer = setInterval(() => {
      const { bytesRead } = socket
      const nowMs = performance.now()
      if (bytesRead - from > bytesMax) return closeInSteps()
      if (bytesRead === known && nowMs - knownMs >= silentMs) return closeInSteps()
      if (bytesRead !== known) knownMs = nowMs
      known = bytesRead
    }, checkMs).unref()
    // Readers that stopped reading would pause it.
    request.removeAllListeners('data').removeAllListeners('readable').on('data', discard)
    request.once('end', ended)
    request.once('close', restore)
    request.resume()
  }

  function closeInSteps(): void {
    if (isClosing) return
    isClosing = true
    closesAfterwards = true
    if (timer !== null) clearTimeout(timer)
    socket.end()
    timer = setTimeout(() => socket.destroy(), noticeMs).unref()
  }

  function ended(): void {
    if (closesAfterwards) close()
    else restore()
  }

  response.once('finish', () => {
    isAnswered = true
    if (request.readableEnded) ended()
    else receive()
  })
  response.once('close', () => {
    if (!response.writableFinished) restore()
  })
}

function discard(): void {}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

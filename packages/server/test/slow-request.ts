import { type ClientRequest, request } from 'node:http'

export type HeldAnswer = { readonly status: number; readonly body: string; readonly closes: boolean }

/** A request whose body is sent piece by piece. */
export type HeldRequest = {
  /** Sends the next piece; resolves when it was handed to the connection. */
  readonly send: (piece: string | Uint8Array) => Promise<void>
  /** Sends the last piece, and resolves with the answer. */
  readonly finish: (piece?: string | Uint8Array) => Promise<HeldAnswer>
  /** The answer, which can come before the body was sent. */
  readonly answer: Promise<HeldAnswer>
}

/** Sends the head of a request; its body follows in pieces. */
export function holdRequest(
  origin: string,
  path: string,
  { method, headers }: { readonly method: string; readonly headers: Readonly<Record<string, string>> },
): HeldRequest {
  const { hostname, port } = new URL(origin)
  let sent: ClientRequest
  const answer = new Promise<HeldAnswer>((resolve, reject) => {
    sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      response.toArray().then((chunks) => {
        const body = Buffer.concat(chunks).toString()
        resolve({
          status: response.statusCode ?? 0,
          body,
          closes: response.headers.connection === 'close',
        })
      }, reject)
    })
    sent.on('error', reject)
    sent.flushHeaders()
  })
  return {
    answer,
    send: (piece) => new Promise((resolve) => sent.write(piece, () => resolve())),
    finish(piece) {
      sent.end(piece)
      return answer
    },
  }
}

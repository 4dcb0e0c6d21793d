import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readAllowedAddress } from '../src/outgoing/allowed-addresses.ts'

const loopback = readAllowedAddress('127.0.0.1')
if (loopback === null || !('network' in loopback)) throw new Error('no address')
/** The operator's setting that lets webhooks go to this machine. */
export const ALLOW_LOOPBACK = { networks: [loopback.network], hosts: new Set<string>() }

export type ReceivedMessage = {
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The text as JSON. */
  readonly body: {
    readonly type: string
    readonly data: { readonly total: number; readonly rows: readonly Record<string, unknown>[] }
    readonly project: { readonly slug: string }
  }
}
/** A status, or a handler that sends the response. */
export type Answering = number | ((request: IncomingMessage, response: ServerResponse) => void)

/** A real server that receives messages; it responds with `answer`, which can be changed. */
export async function openReceiver(answer: Answering = 204) {
  const received: ReceivedMessage[] = []
  const state = { answer }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    received.push({ headers, text, body: JSON.parse(text) })
    if (typeof state.answer === 'number') response.writeHead(state.answer).end()
    else state.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address has a port
  return {
    url: `http://127.0.0.1:${port}/hook?token=1`,
    received,
    /** Returns the messages of a type. */
    ofType: (type: string) => received.filter(({ body }) => body.type === type),
    answerWith(next: Answering) {
      state.answer = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>

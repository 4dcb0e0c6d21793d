import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { type RawConnection, rawConnection } from '../../test/raw-connection.ts'
import { listen } from './listen.ts'
import { type RestOptions, receiveRest } from './receive-rest.ts'

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x')
/** More than the buffers of both sides of a connection. */
const MEGABYTES = 16
/** No test waits for this long. */
const NEVER_MS = 60 * 60_000

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

async function open(handler: Handler, options: RestOptions = {}) {
  const sockets: Socket[] = []
  const server: Server = createServer({ keepAliveTimeout: NEVER_MS }, (request, response) => {
    receiveRest(request, response, { silentMs: NEVER_MS, noticeMs: NEVER_MS, checkMs: 1, ...options })
    if (request.url === '/again') response.end('again')
    else handler(request, response)
  })
  server.on('connection', (socket: Socket) => sockets.push(socket))
  const port = await listen(server, { port: 0, host: '127.0.0.1' })
  const connection = await rawConnection(port)
  onTestFinished(() => {
    connection.close()
    server.close()
    server.closeAllConnections()
  })
  return { connection, socket: sockets[0] }
}

async function sendHead({ send }: RawConnection, length: number | 'chunked'): Promise<void> {
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  await send(`POST / HTTP/1.1\r\nHost: here\r\n${framing}\r\n\r\n`)
}

async function sendAll(connection: RawConnection): Promise<void> {
  await sendHead(connection, MEGABYTES * MEGABYTE.length)
  for (let sent = 0; sent < MEGABYTES; sent++) await connection.send(MEGABYTE)
}

async function isUsable(connection: RawConnection): Promise<boolean> {
  await connection.send('GET /again HTTP/1.1\r\nHost: here\r\n\r\n')
  return (await connection.answer())?.body === 'again'
}

const refuse: Handler = (_, response) => response.writeHead(413, { 'Content-Length': '3' }).end('big')

test('a client that sends a whole body before it reads gets the refusal, and the connection continues', async () => {
  const { connection, socket } = await open(refuse)
  await sendAll(connection)
  expect(await connection.answer()).toMatchObject({ status: 413, body: 'big' })
  expect(await isUsable(connection)).toBe(true)
  expect(Object.hasOwn(socket ?? {}, 'destroySoon')).toBe(false)
})

test('a connection that closes with the refusal is closed after the body has arrived', async () => {
  const { connection } = await open((_, response) =>
    response.writeHead(421, { 'Content-Length': '3', Connection: 'close' }).end('who'),
  )
  await sendAll(connection)
  expect(await connection.answer()).toMatchObject({ status: 421, body: 'who' })
  expect(await connection.over).toBe('ended')
})

test('a library that closes the connection because of the unread body does not cut off the answer', async () => {
  const { connection } = await open((request, response) => {
    response.once('finish', () => setImmediate(() => request.socket.destroySoon()))
    refuse(request, response)
  })
  await sendHead(connection, 2)
  expect(await connection.answer()).toMatchObject({ status: 413 })
  await connection.send('x')
  await connection.send('x')
  expect(await isUsable(connection)).toBe(true)
})

test('a body that was read in part and then left is received to its end', async () => {
  const { connection } = await open(async (request, response) => {
    const reader = Readable.toWeb(request).getReader()
    await reader.read()
    refuse(request, response)
  })
  await sendAll(connection)
  expect(await connection.answer()).toMatchObject({ status: 413 })
  expect(await isUsable(connection)).toBe(true)
})

test('a body that arrived and was read in part does not block the connection', async () => {
  const { connection } = await open((request, response) => {
    request.once('data', () => {
      request.pause()
      refuse(request, response)
    })
  })
  await sendHead(connection, 'chunked')
  await connection.send('1\r\na\r\n1\r\nb\r\n0\r\n\r\n')
  expect(await connection.answer()).toMatchObject({ status: 413 })
  expect(await isUsable(connection)).toBe(true)
})

test('a body that a handler reads is left to it', async () => {
  const { connection } = await open(async (request, response) => {
    let size = 0
    for await (const chunk of request) size += chunk.length
    response.writeHead(200, { 'Content-Length': String(String(size).length) }).end(String(size))
  })
  await sendAll(connection)
  expect(await connection.answer()).toMatchObject({ status: 200, body: String(MEGABYTES * MEGABYTE.length) })
  expect(await isUsable(connection)).toBe(true)
})

test('more than the limit is not received: the client gets the answer and then the end', async () => {
  const { connection, socket } = await open(refuse, { bytesMax: 2 * MEGABYTE.length })
  await sendHead(connection, 1000 * MEGABYTE.length)
  expect(await connection.answer()).toMatchObject({ status: 413 })
  for (let sent = 0; sent < 3; sent++) await connection.send(MEGABYTE)
  expect(await connection.over).toBe('ended')
  connection.end()
  await closed(socket)
})

test('a client that ignores the end is cut off', async () => {
  const { connection, socket } = await open(refuse, { bytesMax: 0, noticeMs: 1 })
  await sendHead(connection, 1000)
  expect(await connection.answer()).toMatchObject({ status: 413 })
  await connection.send('x')
  expect(await connection.over).toBe('ended')
  await closed(socket)
})

test('a client that sends nothing more is not waited for', async () => {
  const { connection, socket } = await open(refuse, { silentMs: 0, noticeMs: 1 })
  await sendHead(connection, 1000)
  expect(await connection.answer()).toMatchObject({ status: 413 })
  expect(await connection.over).toBe('ended')
  await closed(socket)
})

async function closed(socket: Socket | undefined): Promise<void> {
  if (socket === undefined) throw new Error('No connection')
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  expect(socket.destroyed).toBe(true)
}

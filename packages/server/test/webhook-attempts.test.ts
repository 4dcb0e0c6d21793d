import type { WebhookRow } from '@dragoman/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOutgoing } from '../src/outgoing/open-outgoing.ts'
import { RETRY_AFTER_MS, retryAfterMs } from '../src/webhooks/retry-times.ts'
import { sendDelivery } from '../src/webhooks/send-delivery.ts'
import { newWebhookSecret, sealWebhookSecret } from '../src/webhooks/webhook-secret.ts'
import { openTestServer, type TestServer } from './test-server.ts'
import { ALLOW_LOOPBACK, type Answering, openReceiver } from './webhook-receiver.ts'

let test_: TestServer
const closing: (() => Promise<void>)[] = []
beforeEach(async () => {
  test_ = await openTestServer()
  closing.push(test_.close)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const outgoing = openOutgoing({ allowed: ALLOW_LOOPBACK, userAgent: 'test' })

function webhookAt(url: string): WebhookRow {
  const { sealing } = test_.server.deps
  return {
    id: 1,
    projectId: 1,
    url,
    description: '',
    topics: null,
    languages: null,
    namespaces: null,
    isOn: true,
    withNames: false,
    secret: sealWebhookSecret(sealing, 1, newWebhookSecret()),
    formerSecret: null,
    formerUntil: null,
    failingSince: null,
    disabledReason: null,
    fromEvent: 0,
    conflictsTo: 0,
    createdAt: '',
    createdBy: { id: null, name: '' },
  }
}

async function attempt(answer: Answering) {
  const receiver = await openReceiver(answer)
  closing.push(receiver.close)
  const deps = { outgoing, sealing: test_.server.deps.sealing, now: () => new Date(), timeoutMs: 400 }
  const message = { messageId: 'msg_1', body: '{"type":"webhook.test"}' }
  return { receiver, result: await sendDelivery(deps, webhookAt(receiver.url), message) }
}

test('a redirect is a response, and is not followed', async () => {
  const other = await openReceiver()
  closing.push(other.close)
  const { result } = await attempt((_, response) => response.writeHead(302, { location: other.url }).end())
  expect(result).toMatchObject({ isOk: false, status: 302, reason: 'redirect' })
  expect(other.received).toHaveLength(0)
})

test('a receiver that hangs, or cuts the connection, did not accept it', async () => {
  expect((await attempt(() => undefined)).result).toMatchObject({
    isOk: false,
    status: null,
    reason: 'too-slow',
  })
  const cut = await attempt((request) => request.socket.destroy())
  expect(cut.result).toMatchObject({ isOk: false, status: null, reason: 'no-connection' })
})

test('no one listens', async () => {
  const receiver = await openReceiver()
  await receiver.close()
  const deps = { outgoing, sealing: test_.server.deps.sealing, now: () => new Date() }
  const result = await sendDelivery(deps, webhookAt(receiver.url), { messageId: 'msg_1', body: '{}' })
  expect(result).toMatchObject({ isOk: false, status: null, reason: 'no-connection' })
})

test('the beginning of a huge or endless response is kept; the status counts', async () => {
  const huge = await attempt((_, response) => response.writeHead(200).end('x'.repeat(5_000_000)))
  expect(huge.result).toMatchObject({ isOk: true, status: 200 })
  expect(huge.result.response).toBe('x'.repeat(2048))
  const endless = await attempt((_, response) => void response.writeHead(201).write('so far'))
  expect(endless.result).toMatchObject({ isOk: true, status: 201, response: 'so far' })
  const short = await attempt((_, response) => {
    response.writeHead(500, { 'content-length': '100' }).write('sorry')
    setTimeout(() => response.destroy(), 50)
  })
  expect(short.result).toMatchObject({ isOk: false, status: 500, response: 'sorry' })
})

test('a response with bytes that are not text can be stored', async () => {
  const odd = await attempt((_, response) => response.writeHead(200).end(Buffer.from([65, 0, 0xff, 66])))
  expect(odd.result.response).toBe('A�B')
})

test('a secret that was encrypted elsewhere has its own reason', async () => {
  const deps = { outgoing, sealing: test_.server.deps.sealing, now: () => new Date() }
  const webhook = { ...webhookAt('http://127.0.0.1:1/'), id: 2 }
  const result = await sendDelivery(deps, webhook, { messageId: 'msg_1', body: '{}' })
  expect(result).toMatchObject({ isOk: false, reason: 'secret-unreadable' })
})

test('pauses grow to about a day in total, and are never the same', () => {
  const all = RETRY_AFTER_MS.reduce((sum, ms) => sum + ms, 0)
  expect(all / 3_600_000).toBeGreaterThan(24)
  expect(all / 3_600_000).toBeLessThan(26)
  expect(retryAfterMs(1, () => 0)).toBe(5_000)
  expect(retryAfterMs(1, () => 1)).toBe(6_000)
  expect(retryAfterMs(RETRY_AFTER_MS.length)).not.toBeNull()
  expect(retryAfterMs(RETRY_AFTER_MS.length + 1)).toBeNull()
})

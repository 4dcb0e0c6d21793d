import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openApiDocument } from '@dragoman/contract'
import { WEBHOOK_TEST, WEBHOOK_TYPES } from '@dragoman/core'
import { expect, test } from 'vitest'
import { newWebhookSecret, signedHeaders } from '../src/webhooks/webhook-secret.ts'

const PAGE = join(import.meta.dirname, '../../../docs/webhooks.md')

type Verify = (secret: string, headers: Readonly<Record<string, string>>, body: string) => boolean

test('the code of the page distinguishes a delivery of Dragoman from any other request', async () => {
  const code = /```js verify\n([\s\S]*?)```/.exec(await readFile(PAGE, 'utf8'))?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-webhooks-doc-'))
  try {
    const file = join(folder, 'verify.mjs')
    await writeFile(file, code)
    const module = (await import(pathToFileURL(file).href)) as { isFromDragoman: Verify } // what the page exports
    const [current, former] = [newWebhookSecret(), newWebhookSecret()]
    const body = '{"type":"texts.changed","data":{"ü":1}}'
    const at = Math.floor(Date.now() / 1000)
    const headers = signedHeaders([current, former], { messageId: 'msg_1', atSeconds: at, body })
    const { isFromDragoman } = module
    expect(isFromDragoman(current, headers, body)).toBe(true)
    expect(isFromDragoman(former, headers, body)).toBe(true)
    expect(isFromDragoman(newWebhookSecret(), headers, body)).toBe(false)
    expect(isFromDragoman(current, headers, `${body} `)).toBe(false)
    expect(isFromDragoman(current, { ...headers, 'webhook-id': 'msg_2' }, body)).toBe(false)
    const old = signedHeaders([current], { messageId: 'msg_1', atSeconds: at - 600, body })
    expect(isFromDragoman(current, old, body)).toBe(false)
    const { 'webhook-signature': _, ...unsigned } = headers
    expect(isFromDragoman(current, unsigned, body)).toBe(false)
    expect(isFromDragoman(current, {}, body)).toBe(false)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('page and OpenAPI document name every type', async () => {
  const page = await readFile(PAGE, 'utf8')
  const { webhooks } = openApiDocument('1.0.0') as { webhooks: Record<string, unknown> } // that member is an object
  for (const type of [...WEBHOOK_TYPES, WEBHOOK_TEST]) {
    expect(page).toContain(`\`${type}\``)
    expect(webhooks[type]).toMatchObject({ post: { requestBody: { required: true } } })
  }
})

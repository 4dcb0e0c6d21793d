import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api, callRoute } from '@dragoman/contract'
import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { type Product, startProduct, untilIdle } from '../product.ts'
import { copyOfData, imported, PROJECT } from '../workspace.ts'

const WEBHOOKS = 5
/** Whether webhooks are active in each turn; mixed, so that both run under the same conditions. */
const TURNS = [true, false, false, true, true, false, false, true]

/** Saves per second of one translator, in turns with five webhooks that receive all events and with none. */
export async function measureWebhooks({ size, isQuick }: Plan): Promise<readonly Figure[]> {
  await imported(size)
  let received = 0
  const receiver = createServer((request, response) => {
    received += 1
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const product = await startProduct({
    data: copyOfData(size, 'webhooks'),
    env: { DRAGOMAN_ALLOW_PRIVATE_NETWORKS: '127.0.0.1' },
  })
  try {
    const { port } = receiver.address() as AddressInfo // A TCP server's address has a port.
    await untilIdle(product)
    const { sources } = await callRoute(product.fetch, api.sources.list, { params: { project: PROJECT } })
    for (const { id } of sources)
      await callRoute(product.fetch, api.sources.remove, { params: { project: PROJECT, source: id } })
    const ids = await addWebhooks(product, `http://127.0.0.1:${port}/`)
    const count = isQuick ? 450 : 900
    const ms = { with: 0, without: 0 }
    await saves(product, { offset: 0, count: 100 }) // warm-up
    for (const [turn, isOn] of TURNS.entries()) {
      for (const webhook of ids)
        await callRoute(product.fetch, api.webhooks.update, {
          params: { project: PROJECT, webhook },
          body: { isOn },
        })
      ms[isOn ? 'with' : 'without'] += await saves(product, { offset: 500 + turn * 1000, count })
    }
    const samples = (TURNS.length / 2) * count
    const perSecond = (took: number) => (1000 * samples) / took
    const slower = (100 * (ms.with / ms.without - 1)).toFixed(1)
    return [
      { name: 'saves in a second: no webhooks', value: perSecond(ms.without), unit: '1/s', samples },
      {
        name: 'saves in a second: five webhooks',
        value: perSecond(ms.with),
        unit: '1/s',
        samples,
        note: `${slower} % longer; ${received} deliveries`,
      },
    ]
  } finally {
    await product.stop()
    receiver.close()
    receiver.closeAllConnections()
  }
}

async function addWebhooks(product: Product, url: string): Promise<readonly number[]> {
  const ids: number[] = []
  for (let index = 0; index < WEBHOOKS; index++) {
    const all = { topics: null, languages: null, namespaces: null }
    const { webhook } = await callRoute(product.fetch, api.webhooks.create, {
      params: { project: PROJECT },
      body: { url: `${url}${index}`, description: '', isOn: false, withNames: true, ...all },
    })
    ids.push(webhook.id)
  }
  return ids
}

/** Returns the durations in milliseconds. */
async function saves(
  product: Product,
  { offset, count }: { readonly offset: number; readonly count: number },
): Promise<number> {
  const page = async (from: number) => {
    const query = { language: 'de', offset: from, limit: 500 }
    return (await callRoute(product.fetch, api.translations.page, { params: { project: PROJECT }, query }))
      .rows
  }
  const rows = [...(await page(offset)), ...(await page(offset + 500))]
  const started = performance.now()
  for (const { key, target } of rows.slice(0, count)) {
    await callRoute(product.fetch, api.translations.save, {
      params: { project: PROJECT, key: key.id, language: 'de' },
      body: { forms: { other: `${target.forms.other ?? 'Text'} ${key.id}` }, baseVersion: target.version },
    })
  }
  return performance.now() - started
}

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startDelivery } from '../src/deliver.ts'
import { eventually, openTestServer } from './test-server.ts'

const params = { project: 'shop' }
const PREFIX = '/c8038fbe-7be8-4f96-9692-943b3333185b/latest'

test('a delivery that could not read the old addresses yet is busy: apps must not take them for removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-old-addresses-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const server = await openTestServer({ config: { blobs: { kind: 'folder', folder } } })
  onTestFinished(() => server.close())
  await server.call(api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
  })
  const body = { prefix: PREFIX, shape: 'locize', channel: 'live', namespace: null } as const
  await server.call(api.oldAddresses.add, { params, body })

  const blob = join(folder, 'addresses.json')
  const readBlob = () => readFile(blob).catch(() => null)
  await eventually(async () => (await readBlob()) !== null)
  const bytes = await readFile(blob)
  await rm(blob)
  const delivery = await startDelivery(
    { port: 0, host: '127.0.0.1' },
    { blobs: { kind: 'folder', folder }, log: () => undefined, pollMs: 20 },
  )
  onTestFinished(() => delivery.close())
  const ask = async () => {
    const { status, headers } = await fetch(`${delivery.origin}${PREFIX}/en/app`, { redirect: 'manual' })
    return [status, headers.get('retry-after') ?? headers.get('location')]
  }
  expect(await ask()).toEqual([503, '5'])
  // The list is read by now, and names the blob that is lost.
  await eventually(async () => (await fetch(`${delivery.origin}/health/ready`)).status === 200)
  expect(await ask()).toEqual([503, '5'])
  await writeFile(blob, bytes)
  await eventually(async () => (await ask())[0] === 302)
  expect(await ask()).toEqual([302, '/d/shop/live/locales/en/app.json'])
})

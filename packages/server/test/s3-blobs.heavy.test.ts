import { api } from '@dragoman/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openS3Blobs } from '../src/blobs/s3-blobs.ts'
import { type DeliveryServer, startDelivery } from '../src/deliver.ts'
import { readManifest } from '../src/publish/manifest.ts'
import { HAS_S3, openS3Server, type S3Server } from './s3-server.ts'
import { eventually, openTestServer, type TestServer } from './test-server.ts'

if (!HAS_S3) process.stderr.write('OpenStack Swift is not installed: publishing to a bucket is not tested.\n')

const JSON_FILE = { contentType: 'application/json; charset=utf-8', cacheControl: 'no-cache' }
const params = { project: 'shop' }

describe.skipIf(!HAS_S3)('a bucket of a real object store', () => {
  let bucket: S3Server
  let server: TestServer
  let delivery: DeliveryServer

  beforeAll(async () => {
    bucket = await openS3Server()
    const blobs = { kind: 's3' as const, ...bucket }
    server = await openTestServer({ config: { blobs } })
    delivery = await deliver()
    await server.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
    })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
    await server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name: 'title', plural: 'none', forms: { other: 'Shop' } },
    })
  })
  afterAll(async () => {
    await delivery.close()
    await server.close()
    await bucket.close()
  })

  const deliver = () =>
    startDelivery(
      { port: 0, host: '127.0.0.1' },
      { blobs: { kind: 's3', ...bucket }, log: () => undefined, pollMs: 100 },
    )

  async function save(text: string): Promise<void> {
    const { rows } = await server.call(api.translations.page, { params, query: { language: 'de', limit: 1 } })
    const [row] = rows
    await server.call(api.translations.save, {
      params: { ...params, key: row?.key.id ?? 0, language: 'de' },
      body: { forms: { other: text }, baseVersion: row?.target.version ?? 0 },
    })
  }

  async function title(at = delivery): Promise<unknown> {
    const response = await fetch(`${at.origin}/d/shop/live/locales/de/app.json`)
    return response.status === 200 ? Object(await response.json()).title : response.status
  }

  test('stores bytes under any name, and removes them; callers without rights are refused', async () => {
    const blobs = openS3Blobs(bucket)
    const names = ['a/b.json', 'd/shop/files/zh-Hant/ü ñ+&.x.json', 'd/../d.json']
    for (const name of names) {
      expect([await blobs.read(name), await blobs.mark(name)]).toEqual([null, null])
      const bytes = Buffer.from(`{"name":${JSON.stringify(name)}}`)
      await blobs.write(name, bytes, JSON_FILE)
      expect(Buffer.from((await blobs.read(name)) ?? [])).toEqual(bytes)
      const mark = await blobs.mark(name)
      await blobs.write(name, Buffer.from('{}'), JSON_FILE)
      expect(await blobs.mark(name)).not.toBe(mark)
    }
    for (const name of [...names, ...names]) await blobs.remove(name)
    for (const name of names) expect(await blobs.read(name)).toBeNull()
    await expect(openS3Blobs({ ...bucket, secretAccessKey: 'wrong' }).read('a')).rejects.toThrow()
  })

  test('has saved texts a moment later, for a delivery without a database', async () => {
    await save('Laden')
    await eventually(async () => (await title()) === 'Laden')
    const bytes = await openS3Blobs(bucket).read('d/shop/live/manifest.json')
    expect(bytes && readManifest(bytes)).toMatchObject({ project: 'shop', languages: ['en', 'de'] })
  })

  test('that does not answer prevents neither saving nor serving what was loaded; then the newest is there', async () => {
    await save('Vorher')
    await eventually(async () => (await title()) === 'Vorher')
    bucket.stop()
    try {
      // Ends after the time limit of requests: a save that waits for the bucket takes longer.
      const limit = openS3Blobs(bucket).read('a')
      const first = await Promise.race([
        save('Nachher').then(() => 'saved'),
        limit.catch(() => 'gave up on the bucket'),
      ])
      expect(first).toBe('saved')
      expect(await title()).toBe('Vorher')
    } finally {
      bucket.go()
    }
    await eventually(async () => (await title()) === 'Nachher')
  })

  test('that lost a file: what was loaded is still delivered, the rest is refused', async () => {
    await save('Da')
    await eventually(async () => (await title()) === 'Da')
    const blobs = openS3Blobs(bucket)
    const bytes = await blobs.read('d/shop/live/manifest.json')
    const file = (bytes && readManifest(bytes))?.files.find(({ language }) => language === 'de')
    await blobs.remove(`d/shop/files/de/app.${file?.hash.slice(0, 22)}.json`)
    const other = await deliver()
    expect([await title(), await title(other)]).toEqual(['Da', 503])
    await other.close()
  })
})

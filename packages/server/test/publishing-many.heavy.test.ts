import { api } from '@dragoman/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordStatements } from '../../store/test/record-statements.ts'
import { type DeliveryServer, startDelivery } from '../src/deliver.ts'
import { readPublishedList } from '../src/publish/published-list.ts'
import { type FaultyBucket, openFaultyBucket } from './faulty-bucket.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from './test-server.ts'

/** What many projects cost the publisher and deliveries: nothing for projects without changes. */

const PROJECTS = 12
const LIST = 'published.json'
const slugs = Array.from({ length: PROJECTS }, (_, index) => `shop-${index}`)
const manifestOf = (slug: string) => `d/${slug}/live/manifest.json`

describe.each(DATABASES)('many projects, from %s', (database) => {
  let bucket: FaultyBucket
  let server: TestServer
  let delivery: DeliveryServer
  let asked: string[] = []

  const deliver = () =>
    startDelivery(
      { port: 0, host: '127.0.0.1' },
      { blobs: { kind: 's3', ...bucket.place }, log: () => undefined, pollMs: 50 },
    )

  async function title(slug: string, at = delivery): Promise<unknown> {
    const response = await fetch(`${at.origin}/d/${slug}/live/locales/en/app.json`)
    return response.ok ? Object(await response.json()).title : response.status
  }

  async function save(slug: string, text: string): Promise<void> {
    const params = { project: slug }
    const { rows } = await server.call(api.translations.page, { params, query: { language: 'en', limit: 1 } })
    const [row] = rows
    await server.call(api.translations.save, {
      params: { ...params, key: row?.key.id ?? 0, language: 'en' },
      body: { forms: { other: text }, baseVersion: row?.target.version ?? 0 },
    })
  }

  beforeAll(async () => {
    bucket = await openFaultyBucket()
    bucket.faultOf = ({ method, name }) => {
      asked.push(`${method} ${name}`)
      return null
    }
    server = await openTestServer({ database, config: { blobs: { kind: 's3', ...bucket.place } } })
    delivery = await deliver()
    for (const slug of slugs) {
      await server.call(api.projects.create, {
        body: { slug, name: slug, sourceLanguage: 'en', deliverPublic: true },
      })
      await server.call(api.keys.create, {
        params: { project: slug },
        body: { namespace: 'app', name: 'title', plural: 'none', forms: { other: slug } },
      })
    }
    for (const slug of slugs) await eventually(async () => (await title(slug)) === slug)
  })
  afterAll(async () => {
    await delivery.close()
    await server.close()
    await bucket.close()
  })

  const marksOf = () => {
    const list = readPublishedList(bucket.objects.get(LIST)?.bytes ?? Buffer.from(''))
    return list === null ? [] : [...list.manifests].map(([name, { mark }]) => [name, mark !== null])
  }

  test("a save reads and writes only its project's files, and one list", async () => {
    await eventually(async () => marksOf().every(([, hasMark]) => hasMark) && marksOf().length === PROJECTS)
    asked = []
    const recorded = recordStatements()
    await save('shop-3', 'Saved')
    await eventually(async () => (await title('shop-3')) === 'Saved').finally(recorded.stop)
    const written = asked.filter((one) => one.startsWith('PUT '))
    expect(written.map((one) => one.replace(/\.[\w-]{22}\.json$/, '.*'))).toEqual([
      'PUT d/shop-3/files/en/app.*',
      `PUT ${manifestOf('shop-3')}`,
      `PUT ${LIST}`,
    ])
    // The publisher has everything in memory; the delivery reads what is new.
    expect(asked.filter((one) => one.startsWith('GET ') && one.endsWith('manifest.json'))).toEqual([
      `GET ${manifestOf('shop-3')}`,
    ])
    const channels = recorded.texts.filter((text) => /^select .* from "channel"/.test(text))
    expect(channels.length, channels.join('\n')).toBe(1)
    expect(recorded.texts.filter((text) => /from "project" where "parent_id" is null/.test(text))).toEqual([])
  })

  test('a poll requests the list and one manifest in rotation, however many there are', async () => {
    asked = []
    const lists = () => asked.filter((one) => one === `HEAD ${LIST}`).length
    await eventually(async () => lists() > 2 * PROJECTS)
    const looks = lists()
    expect(asked.length).toBeLessThanOrEqual(2 * looks + 1)
    const manifests = new Set(asked.filter((one) => one.endsWith('manifest.json')))
    expect(manifests.size).toBe(PROJECTS)
  })

  test('what an earlier version publishes is noticed too, with a list written by it and without', async () => {
    const list = bucket.objects.get(LIST)?.bytes ?? Buffer.from('')
    const names = slugs.map(manifestOf)
    const earlier = Buffer.from(JSON.stringify({ isWhole: true, manifests: names }))
    /** Replaces the manifest of one project by that of another text, without updating the list. */
    const replace = async (slug: string, text: string) => {
      const from = bucket.objects.get(manifestOf(slug))?.bytes ?? Buffer.from('')
      const manifest = JSON.parse(Buffer.from(from).toString())
      const bytes = Buffer.from(JSON.stringify({ title: text }))
      const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64url')
      manifest.files[0] = { ...manifest.files[0], hash, bytes: bytes.length }
      bucket.put(`d/${slug}/files/en/app.${hash.slice(0, 22)}.json`, bytes)
      bucket.put(manifestOf(slug), Buffer.from(JSON.stringify(manifest)))
    }
    // No one else writes meanwhile.
    server = await server.restart(async () => {
      await replace('shop-5', 'By turns')
      await eventually(async () => (await title('shop-5')) === 'By turns')
      bucket.put(LIST, earlier)
      await replace('shop-6', 'Each one')
      await eventually(async () => (await title('shop-6')) === 'Each one')
      const other = await deliver()
      expect([await title('shop-6', other), await title('nothing', other)]).toEqual(['Each one', 404])
      await other.close()
      bucket.put(LIST, list)
    })
    // The server overwrites it with what it has.
    await save('shop-6', 'Newest')
    await eventually(async () => (await title('shop-6')) === 'Newest')
  })
})

describe('a delivery that has never read what is published', () => {
  async function answer(at: DeliveryServer, path: string): Promise<readonly unknown[]> {
    const { status, headers } = await fetch(`${at.origin}${path}`)
    return [status, headers.get('retry-after') !== null]
  }
  const paths = ['/d/shop/live/locales/en/app.json', '/d/shop/live/manifest.json', '/d/shop/live/events']

  test('reports it, and knows what does not exist once it has', async () => {
    const bucket = await openFaultyBucket()
    const delivery = await startDelivery(
      { port: 0, host: '127.0.0.1' },
      { blobs: { kind: 's3', ...bucket.place }, log: () => undefined, pollMs: 20 },
    )
    try {
      const all = (expected: readonly unknown[]) =>
        eventually(async () => {
          const answers = await Promise.all(paths.map((path) => answer(delivery, path)))
          return answers.every((one) => JSON.stringify(one) === JSON.stringify(expected))
        })
      bucket.faultOf = () => 503
      await all([503, true])
      bucket.faultOf = () => null
      await all([503, true])
      const list = (isWhole: boolean, manifests: readonly string[]) =>
        bucket.put(LIST, Buffer.from(JSON.stringify({ isWhole, manifests })))
      list(false, [])
      await all([503, true])
      list(true, ['d/shop/live/manifest.json'])
      await all([503, true])
      list(true, ['d/other/live/manifest.json'])
      await all([404, false])
      bucket.faultOf = () => 503
      await new Promise((resolve) => setTimeout(resolve, 100))
      await all([404, false])
    } finally {
      await delivery.close()
      await bucket.close()
    }
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { copyDatabase } from '@dragoman/store'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../store/test/on-both.ts'
import { DATABASES, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }
const PATHS = [
  '/api/projects',
  '/api/projects/shop',
  '/api/projects/shop/translations?language=de&limit=50',
  '/api/projects/shop/translations?language=de&limit=50&query=%22Zahl%22',
  '/api/projects/shop/operations',
  '/api/projects/shop/releases',
  '/api/projects/shop/channels',
  '/api/projects/shop/members',
]
const FILES = [
  'live/locales/de/app',
  'live/locales/en/cart',
  'production/locales/de/app',
  'pseudo/locales/en/app',
]

/** Leaves out what signing in to the server changes: when the person was seen, and the number of the last event. */
function withoutSignIn(name: string, value: unknown): unknown {
  return name === 'seenAt' || name === 'lastEventId' ? null : value
}

/** Returns the responses that people and apps get. */
async function answersOf(server: TestServer): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>()
  for (const path of PATHS) {
    const response = await server.request(path)
    answers.set(path, [response.status, JSON.parse(await response.text(), withoutSignIn)])
  }
  for (const file of FILES) {
    const response = await server.request(`/d/shop/${file}.json`)
    answers.set(file, [response.status, response.headers.get('etag'), await response.text()])
  }
  return answers
}

test.skipIf(!DATABASES.includes('postgres'))(
  'a server on a copy of its database answers as before, on PostgreSQL and back on SQLite',
  async () => {
    const first = await openTestServer()
    await first.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
    })
    await first.call(api.languages.add, { params, body: { tag: 'de' } })
    for (const [namespace, name, text] of [
      ['app', 'title', 'Shop “é” 😀'],
      ['app', 'pay', 'Pay'],
      ['cart', 'empty', 'Nothing here'],
    ] as const) {
      const body = { namespace, name, plural: 'none' as const, forms: { other: text } }
      const { key } = await first.call(api.keys.create, { params, body })
      if (name === 'pay')
        await first.call(api.translations.save, {
          params: { ...params, key: key.id, language: 'de' },
          body: { forms: { other: 'Zahlen, bitte' }, baseVersion: 0 },
        })
    }
    await first.call(api.releases.addChannel, {
      params,
      body: { name: 'production', kind: 'release', settings: {} },
    })
    await first.call(api.releases.create, {
      params,
      body: { title: 'One', notes: '', channel: 'production' },
    })
    const before = await answersOf(first)
    expect([...before.values()].map((answer) => Object(answer)[0])).toEqual([...before].map(() => 200))

    const postgres = await openTestDatabase('postgres')
    onTestFinished(postgres.remove)
    await postgres.store.close()
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-copied-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    onTestFinished(() => rm(first.folder, { recursive: true, force: true }))
    const data = { kind: 'sqlite', folder: join(first.folder, 'data') } as const
    await first.server.close()
    await copyDatabase(data, postgres.config)
    const second = await openTestServer({ database: 'postgres' }, { folder: first.folder, postgres })
    expect(await answersOf(second)).toEqual(before)
    await second.server.close()
    await copyDatabase(postgres.config, { kind: 'sqlite', folder: join(folder, 'data') })
    const third = await openTestServer({}, { folder, postgres: null })
    expect(await answersOf(third)).toEqual(before)
    await third.server.close()
  },
)

import { api } from '@dragoman/contract'
import { addChannelRequests, forgetChannelRequests, minuteOf } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DATABASES, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }
const MINUTE_MS = 60_000

describe.each(DATABASES)('requests for files of channels on %s', (database) => {
  let server: TestServer
  /** Far from the end of a minute, so that all requests fall into one. */
  let time = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 1000
  beforeEach(async () => {
    server = await openTestServer({ database, now: () => new Date(time) })
    await server.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
    })
    await server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name: 'title', plural: 'none', forms: { other: 'Shop' } },
    })
  })
  afterEach(() => server.close())

  const load = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${server.server.origin}/d/shop/${path}`, init)
    await answer.arrayBuffer()
    return answer
  }
  const counted = async (channel: string) => {
    const { channels } = await server.call(api.releases.requests, { params })
    const { minutes } = channels.find(({ channel: name }) => name === channel) ?? { minutes: [] }
    return [minutes.length, minutes.at(-1), minutes.reduce((sum, one) => sum + one, 0)]
  }

  test('served files are counted, also as 304, by the front door and for several files; nothing else is', async () => {
    const first = await load('live/locales/en/app.json')
    const etag = first.headers.get('etag') ?? ''
    expect((await load('live/locales/en/app.json', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await load('live/locales/en/app.json?reader=ann')).status).toBe(200)
    expect((await load('live/locales/en/app.json', { method: 'HEAD' })).status).toBe(200)
    expect((await load('live/locales/en+de/app.json')).status).toBe(200)
    expect((await load('pseudo/locales/fr/app.json')).status).toBe(200)
    expect((await load('live/manifest.json')).status).toBe(200)
    expect((await load('live/locales/en/nothing.json')).status).toBe(404)
    expect((await load('nothing/locales/en/app.json')).status).toBe(404)
    expect(await counted('live')).toEqual([60, 0, 0])
    // A process writes its counts no later than when it ends.
    server = await server.restart(async () => {
      time += MINUTE_MS
    })
    expect(await counted('live')).toEqual([60, 5, 5])
    expect(await counted('pseudo')).toEqual([60, 1, 1])
  })

  test('the counts of several processes are added; old ones, and those of deleted projects, are left out', async () => {
    const { store } = server.server.deps
    const one = { project: 'shop', channel: 'live', minute: minuteOf(time) - 1, requests: 7 }
    const all = [
      one,
      { ...one, requests: 5 },
      { ...one, minute: one.minute - 59 },
      { ...one, minute: one.minute - 60 },
    ]
    await store.write((w) => addChannelRequests(w, [...all, { ...one, project: 'gone' }]))
    expect(await counted('live')).toEqual([60, 12, 19])
    await store.write((w) => forgetChannelRequests(w, one.minute))
    expect(await counted('live')).toEqual([60, 12, 12])
    await server.call(api.projects.remove, { params, body: { confirm: 'shop' } })
    expect(await store.read(({ db }) => db.selectFrom('channel_requests').selectAll().execute())).toEqual([])
  })
})

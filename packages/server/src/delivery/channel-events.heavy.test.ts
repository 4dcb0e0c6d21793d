import { connect, type Socket } from 'node:net'
import { api } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DATABASES, eventually, openTestServer, type TestServer } from '../../test/test-server.ts'

const params = { project: 'shop' }
let server: TestServer
const stops: (() => void)[] = []

beforeEach(async () => {
  await openShop('sqlite')
  await untilAllAreSent()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await server.close()
})

async function openShop(database: (typeof DATABASES)[number]): Promise<void> {
  server = await openTestServer({ database })
  await server.call(api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
  })
  await server.call(api.languages.add, { params, body: { tag: 'de' } })
  await server.call(api.keys.create, {
    params,
    body: { namespace: 'app', name: 'title', plural: 'none', forms: { other: 'Shop' } },
  })
}

/**
 * Waits until apps are notified of everything above. Events arrive in order, so a change that they are notified of
 * is the last one; only if it was sent together with others, as "any file", is that unknown.
 */
async function untilAllAreSent(): Promise<void> {
  const { heard } = await listen('live')
  for (let count = 0, isLast = false; !isLast; count++) {
    const before = heard.length
    const namespace = `last${count}`
    await server.call(api.keys.create, {
      params,
      body: { namespace, name: 'last', plural: 'none', forms: { other: 'Last' } },
    })
    isLast = await eventually(async () => {
      const since = heard.slice(before).map((one) => JSON.stringify(one))
      if (since.some((one) => one.includes(`"${namespace}"`))) return { isLast: true }
      return since.some((one) => one.includes('null')) && { isLast: false }
    }).then((found) => found.isLast)
  }
  for (const stop of stops.splice(0)) stop()
}

async function save(text: string, language = 'de'): Promise<void> {
  const { rows } = await server.call(api.translations.page, { params, query: { language, limit: 1 } })
  const [row] = rows
  await server.call(api.translations.save, {
    params: { ...params, key: row?.key.id ?? 0, language },
    body: { forms: { other: text }, baseVersion: row?.target.version ?? 0 },
  })
}

type Heard = { readonly event: string; readonly data: unknown }
type Listener = { readonly heard: Heard[]; isOver: boolean }

/** Follows a channel like an app, without a session unless `asOwner`. */
async function listen(channel: string, asOwner = false): Promise<Listener> {
  const path = `/d/shop/${channel}/events`
  const stop = new AbortController()
  stops.push(() => stop.abort())
  const response = asOwner
    ? await server.request(path, { signal: stop.signal })
    : await fetch(`${server.server.origin}${path}`, { signal: stop.signal })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const listener: Listener = { heard: [], isOver: false }
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, event] = /^event: (.*)$/m.exec(text.slice(0, end)) ?? []
        const [, data] = /^data: (.*)$/m.exec(text.slice(0, end)) ?? []
        if (event !== undefined && data !== undefined) listener.heard.push({ event, data: JSON.parse(data) })
        text = text.slice(end + 2)
      }
    }
  }
  void read()
    .catch(() => undefined)
    .then(() => {
      listener.isOver = true
    })
  await eventually(async () => listener.heard[0]?.event === 'ready')
  return listener
}

const changed = (files: readonly object[] | null) => ({ event: 'changed', data: { files } })

describe('an app that follows a channel', () => {
  test('learns which file has changed, and then gets the new one', async () => {
    const listener = await listen('live')
    await save('Laden')
    await eventually(async () => listener.heard.length > 1)
    expect(listener.heard.slice(1)).toEqual([changed([{ language: 'de', namespace: 'app' }])])
    const file = await fetch(`${server.server.origin}/d/shop/live/locales/de/app.json`)
    expect(await file.json()).toEqual({ title: 'Laden' })
  })

  test('is notified of any language if a file can contain texts of others', async () => {
    await server.call(api.releases.updateChannel, {
      params: { ...params, channel: 'live' },
      body: { fallback: true },
    })
    const [live, pseudo] = [await listen('live'), await listen('pseudo')]
    await save('Store', 'en')
    for (const one of [live, pseudo]) {
      await eventually(async () => one.heard.length > 1)
      expect(one.heard.slice(1)).toEqual([changed([{ language: null, namespace: 'app' }])])
    }
  })

  test('whose caches keep files is notified again when they have expired', async () => {
    await server.call(api.releases.updateChannel, {
      params: { ...params, channel: 'live' },
      body: { cacheSeconds: 1, staleSeconds: 30 },
    })
    const listener = await listen('live')
    await save('Laden')
    const once = changed([{ language: 'de', namespace: 'app' }])
    await eventually(async () => listener.heard.length === 4)
    expect(listener.heard.slice(1)).toEqual([once, once, once])
  })

  test('of releases is notified of moves, but not of saves', async () => {
    await server.call(api.releases.addChannel, {
      params,
      body: { name: 'production', kind: 'release', settings: {} },
    })
    const listener = await listen('production')
    const live = await listen('live')
    await save('Laden')
    await eventually(async () => live.heard.length > 1)
    expect(listener.heard).toHaveLength(1)
    await server.call(api.releases.create, { params, body: { title: '', notes: '', channel: 'production' } })
    await eventually(async () => listener.heard.length > 1)
    expect(listener.heard.slice(1)).toEqual([changed(null)])
    expect(live.heard).toHaveLength(2)
  })

  test('is no longer notified once it can no longer load it', async () => {
    const [visitor, owner] = [await listen('live'), await listen('live', true)]
    await server.call(api.projects.update, { params, body: { settings: { deliverPublic: false } } })
    await eventually(async () => visitor.isOver && owner.isOver)
    const again = await fetch(`${server.server.origin}/d/shop/live/events`)
    expect(again.status).toBe(404)
    const stillOwner = await listen('live', true)
    await save('Laden')
    await eventually(async () => stillOwner.heard.length > 1)
    expect(visitor.heard).toHaveLength(1)
  })

  test.runIf(DATABASES.includes('postgres'))(
    'is notified once more by a process on PostgreSQL, because others can hear of the change later',
    async () => {
      await server.close()
      await openShop('postgres')
      await untilAllAreSent()
      const { heard } = await listen('live')
      await server.call(api.keys.create, {
        params,
        body: { namespace: 'twice', name: 'twice', plural: 'none', forms: { other: 'Twice' } },
      })
      await eventually(
        async () => heard.filter((one) => JSON.stringify(one).includes('"twice"')).length === 2,
      )
    },
  )

  test('of an unknown channel gets 404', async () => {
    for (const path of ['/d/shop/nothing/events', '/d/nothing/live/events'])
      expect((await fetch(`${server.server.origin}${path}`)).status).toBe(404)
  })

  test('is notified once of what is written together', async () => {
    const listener = await listen('live')
    await Promise.all([
      server.call(api.keys.create, {
        params,
        body: { namespace: 'app', name: 'a', plural: 'none', forms: { other: 'A' } },
      }),
      server.call(api.keys.create, {
        params,
        body: { namespace: 'shop', name: 'b', plural: 'none', forms: { other: 'B' } },
      }),
    ])
    const file = (namespace: string) => JSON.stringify({ language: 'en', namespace })
    await eventually(async () => {
      const text = JSON.stringify(listener.heard)
      return text.includes(file('app')) && text.includes(file('shop'))
    })
    expect(listener.heard.length).toBeLessThanOrEqual(3)
  })
})

describe('an app that asks behind an endless answer', () => {
  /** Sends two requests on one connection: the second answer has to wait for the first, which never ends. */
  async function askBehind(): Promise<Socket> {
    const { port } = server.server
    const socket = connect(port, '127.0.0.1')
    stops.push(() => socket.destroy())
    const head = (channel: string) =>
      `GET /d/shop/${channel}/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    socket.write(head('pseudo') + head('live'))
    await eventually(async () => text.includes('event: ready'))
    return socket
  }

  const listeners = async () =>
    Number(/^dragoman_channel_listeners (\d+)$/m.exec(await (await server.request('/metrics')).text())?.[1])

  test('is refused, so that nothing is written after its end', async () => {
    const broken: unknown[] = []
    const note = (error: unknown) => void broken.push(error)
    process.on('uncaughtException', note)
    try {
      await askBehind()
      const { heard } = await listen('live')
      // It ends, and readers that can be notified reconnect.
      await server.call(api.releases.updateChannel, {
        params: { ...params, channel: 'live' },
        body: { cacheSeconds: 5 },
      })
      await save('Laden')
      const again = await listen('live')
      await save('Geschäft')
      await eventually(async () => again.heard.length > 1)
      expect(heard).toHaveLength(1)
      expect(broken).toEqual([])
    } finally {
      process.off('uncaughtException', note)
    }
  })

  test('leaves nothing behind when the connection is closed', async () => {
    await eventually(async () => (await listeners()) === 0)
    const socket = await askBehind()
    await eventually(async () => (await listeners()) > 0)
    socket.destroy()
    await eventually(async () => (await listeners()) === 0)
  })
})

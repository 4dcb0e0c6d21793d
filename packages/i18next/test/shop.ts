import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@dragoman/contract'
import { EventSource } from 'eventsource'
import {
  eventually,
  openTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../server/test/test-server.ts'

const params = { project: 'shop' }

/** A real server with a public project in English and German, behind a proxy that apps talk to. */
export type Shop = {
  readonly server: TestServer
  readonly loadPath: string
  readonly addPath: string
  /** Saves a text of the namespace `app`. Resolves when followers of the channel have been notified. */
  readonly save: (name: string, text: string, language?: string) => Promise<void>
  /** Makes the proxy refuse connections and cut the existing ones; resolves when that is done. */
  readonly leave: () => Promise<void>
  /** Makes the proxy answer 502 to all requests. */
  readonly fail: () => void
  readonly comeBack: () => Promise<void>
  /** Paths that apps have requested, except those of events. */
  readonly asked: string[]
  /** Those of them that have been answered. */
  readonly answered: string[]
  /** How often event streams were answered with 502. */
  readonly refusedStreams: () => number
  readonly close: () => Promise<void>
}

/** Names with their English texts, by namespace. */
const KEYS = {
  app: { title: 'Title', cart: 'Cart', pay: 'Pay' },
  other: { more: 'More' },
}

export async function openShop(options: TestServerOptions = {}): Promise<Shop> {
  const server = await openTestServer(options)
  await server.call(api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
  })
  await server.call(api.languages.add, { params, body: { tag: 'de' } })
  for (const [namespace, texts] of Object.entries(KEYS))
    for (const [name, text] of Object.entries(texts))
      await server.call(api.keys.create, {
        params,
        body: { namespace, name, plural: 'none', forms: { other: text } },
      })
  const proxy = await openProxy(server.server.port)
  const channel = `http://127.0.0.1:${proxy.port}/d/shop/live`
  const follower = new EventSource(`http://127.0.0.1:${server.server.port}/d/shop/live/events`)
  let changes = 0
  follower.addEventListener('changed', () => {
    changes += 1
  })
  await new Promise((resolve) => follower.addEventListener('ready', resolve, { once: true }))
  return {
    server,
    loadPath: `${channel}/locales/{{lng}}/{{ns}}.json`,
    addPath: `${channel}/missing/{{lng}}/{{ns}}`,
    async save(name, text, language = 'de') {
      const { rows } = await server.call(api.translations.page, {
        params,
        query: { language, q: `key:${name}`, limit: 1 },
      })
      const [row] = rows
      if (row === undefined) throw new Error(`No key ${name}`)
      if ((row.target.forms.other ?? '') === text) return
      const before = changes
      await server.call(api.translations.save, {
        params: { ...params, key: row.key.id, language },
        body: { forms: { other: text }, baseVersion: row.target.version },
      })
      await eventually(async () => changes > before)
    },
    ...proxy,
    async close() {
      follower.close()
      await proxy.leave()
      await server.close()
    },
  }
}

async function openProxy(target: number) {
  const asked: string[] = []
  const answered: string[] = []
  let refusedStreams = 0
  let failing = false
  let server: Server
  let port = 0

  function listen(): Promise<void> {
    failing = false
    server = createServer((incoming, outgoing) => {
      const { method, url = '', headers } = incoming
      const isStream = url.endsWith('/events')
      if (!isStream) {
        asked.push(url)
        outgoing.on('finish', () => answered.push(url))
      }
      if (failing) {
        if (isStream) refusedStreams += 1
        return void outgoing.writeHead(502).end('<h1>Bad gateway</h1>')
      }
      const passed = request({ port: target, host: '127.0.0.1', method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      })
      passed.on('error', () => outgoing.destroy())
      outgoing.on('close', () => passed.destroy())
      incoming.pipe(passed)
    })
    return new Promise((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port
        resolve()
      })
    })
  }
  await listen()
  return {
    port,
    asked,
    answered,
    refusedStreams: () => refusedStreams,
    async leave() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    fail() {
      failing = true
      server.closeAllConnections()
    },
    async comeBack() {
      if (server.listening) failing = false
      else await listen()
    },
  }
}

/** EventSource of the package `eventsource`, as Node.js has none; tracks connections and changes. */
export class CountedSource extends EventSource {
  private static readonly all: CountedSource[] = []
  /** How many events of changes have been received. */
  static changes = 0
  static made(): number {
    return CountedSource.all.length
  }
  static opened(): number {
    return CountedSource.all.filter(({ readyState }) => readyState === EventSource.OPEN).length
  }
  constructor(address: string) {
    super(address)
    CountedSource.all.push(this)
    this.addEventListener('changed', () => {
      CountedSource.changes += 1
    })
  }
}

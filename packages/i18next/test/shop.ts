import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@dragoman/contract'
import { EventSource } from 'eventsource'
import { openTestServer, type TestServer } from '../../server/test/test-server.ts'

const params = { project: 'shop' }

/** A real server with a public project in English and German, behind a proxy that apps talk to. */
export type Shop = {
  readonly server: TestServer
  readonly loadPath: string
  readonly addPath: string
  /** Saves a text of the namespace `app`. */
  readonly save: (name: string, text: string, language?: string) => Promise<void>
  /** Makes the proxy refuse connections and cut the existing ones; resolves when that is done. */
  readonly leave: () => Promise<void>
  /** Makes the proxy answer 502 to all requests. */
  readonly fail: () => void
  readonly comeBack: () => Promise<void>
  /** Paths that apps have requested, without those of events. */
  readonly asked: string[]
  readonly close: () => Promise<void>
}

/** Names with their English texts, by namespace. */
const KEYS = {
  app: { title: 'Title', cart: 'Cart', pay: 'Pay' },
  other: { more: 'More' },
}

export async function openShop(): Promise<Shop> {
  const server = await openTestServer()
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
      await server.call(api.translations.save, {
        params: { ...params, key: row.key.id, language },
        body: { forms: { other: text }, baseVersion: row.target.version },
      })
    },
    ...proxy,
    async close() {
      await proxy.leave()
      await server.close()
    },
  }
}

async function openProxy(target: number) {
  const asked: string[] = []
  let failing = false
  let server: Server
  let port = 0

  function listen(): Promise<void> {
    failing = false
    server = createServer((incoming, outgoing) => {
      if (!incoming.url?.endsWith('/events')) asked.push(incoming.url ?? '')
      if (failing) return void outgoing.writeHead(502).end('<h1>Bad gateway</h1>')
      const { method, url, headers } = incoming
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

/** EventSource of the package `eventsource`, as Node.js has none; tracks open connections. */
export class CountedSource extends EventSource {
  private static readonly all: CountedSource[] = []
  static opened(): number {
    return CountedSource.all.filter(({ readyState }) => readyState === EventSource.OPEN).length
  }
  constructor(address: string) {
    super(address)
    CountedSource.all.push(this)
  }
}

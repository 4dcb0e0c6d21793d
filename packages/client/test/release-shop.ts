import { get, type IncomingHttpHeaders } from 'node:http'
import { api, type BodyOf } from '@dragoman/contract'
import { call } from '../src/lib/server/call.ts'

/** Projects with releases, one for each test, and the apps that load them. */

export type Shop = {
  /** Its URL name. */
  readonly project: string
  readonly screen: string
  /** Saves a German text. */
  readonly save: (key: string, text: string) => Promise<void>
  /** Returns the German texts that an app loads from a channel, or the status of the response. */
  readonly loaded: (channel: string, reader?: string) => Promise<unknown>
}

let shops = 0

/** Creates a project whose translations anyone can load, with texts for the keys `hello` and `pay`. */
export async function newShop(): Promise<Shop> {
  shops += 1
  const project = `shop-${shops}`
  const params = { project }
  await call(api.projects.create, {
    body: { slug: project, name: `Garden shop ${shops}`, sourceLanguage: 'en', deliverPublic: true },
  })
  await call(api.languages.add, { params, body: { tag: 'de', allowUnknown: false } })
  for (const [name, other] of [
    ['hello', 'Hello'],
    ['pay', 'Pay {{amount}} now'],
  ] as const)
    await call(api.keys.create, {
      params,
      body: { namespace: 'shop', name, plural: 'none', forms: { other } },
    })
  const save = async (name: string, text: string) => {
    const { rows } = await call(api.translations.page, { params, query: { language: 'de', limit: 10 } })
    const row = rows.find(({ key }) => key.name === name)
    await call(api.translations.save, {
      params: { project, key: row?.key.id ?? 0, language: 'de' },
      body: { forms: { other: text }, baseVersion: row?.target.version ?? 0 },
    })
  }
  await save('hello', 'Hallo')
  return {
    project,
    screen: `/p/${project}/releases`,
    save,
    loaded: async (channel, reader) => {
      const query = reader === undefined ? '' : `?reader=${reader}`
      const { status, body } = await loadAsApp(`/d/${project}/${channel}/locales/de/shop.json${query}`)
      return status === 200 ? JSON.parse(body) : status
    },
  }
}

/** Publishes a release of the current texts. */
export async function publish(
  { project }: Shop,
  body: Partial<BodyOf<typeof api.releases.create>> = {},
): Promise<void> {
  await call(api.releases.create, { params: { project }, body: { title: '', notes: '', ...body } })
}

/** Adds a channel that is moved to releases. */
export async function addChannel({ project }: Shop, name: string): Promise<void> {
  await call(api.releases.addChannel, { params: { project }, body: { name, kind: 'release', settings: {} } })
}

/** Publishes two releases with different texts, of which `production` serves the second. */
export async function publishTwo(shop: Shop): Promise<void> {
  await addChannel(shop, 'production')
  await publish(shop, { title: 'Winter returns', channel: 'production' })
  await shop.save('hello', 'Hallo zusammen')
  await publish(shop, { title: 'Spring sale', channel: 'production' })
}

/** Requests a file like an app of another origin, without the cache of a browser. */
export function loadAsApp(
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }> {
  return new Promise((resolve, reject) => {
    get(new URL(path, location.href), { headers, agent: false }, (reply) => {
      let body = ''
      reply.setEncoding('utf8')
      reply.on('data', (piece: string) => {
        body += piece
      })
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }))
    }).on('error', reject)
  })
}

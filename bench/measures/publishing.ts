import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, callRoute } from '@dragoman/contract'
import { type Deliverer, startDeliverer } from '../deliverer.ts'
import type { Figure } from '../figure.ts'
import { runLoads } from '../load.ts'
import { startNginx } from '../nginx.ts'
import type { Plan } from '../plan.ts'
import { startProduct } from '../product.ts'
import { median, percentile } from '../statistics.ts'
import { copyOfData, imported, PROJECT, scratch } from '../workspace.ts'

const params = { project: PROJECT }
const GZIP = { 'Accept-Encoding': 'gzip' } as const

/** The files that a server publishes to a folder, and how `dragoman deliver` serves them. */
export async function measurePublishing(plan: Plan): Promise<readonly Figure[]> {
  return [...(await measureServer(plan)), ...(await measureDeliverers(plan))]
}

/** Measures the time from a save, or from a move of a channel, until the manifest is in the folder. */
async function measureServer({ size, isQuick }: Plan): Promise<readonly Figure[]> {
  await imported(size)
  const blobs = scratch('publishing/blobs')
  const product = await startProduct({
    data: copyOfData(size, 'publishing/data'),
    env: { DRAGOMAN_BLOBS: blobs },
  })
  try {
    const manifest = (channel: string) => path.join(blobs, 'd', PROJECT, channel, 'manifest.json')
    const [source] = (await callRoute(product.fetch, api.sources.list, { params })).sources
    // Writing the folder's files is measured elsewhere.
    if (source !== undefined)
      await callRoute(product.fetch, api.sources.remove, { params: { ...params, source: source.id } })
    await callRoute(product.fetch, api.projects.update, {
      params,
      body: { settings: { deliverPublic: true } },
    })
    await changed(manifest('live'), null)
    await callRoute(product.fetch, api.releases.addChannel, {
      params,
      body: { name: 'production', kind: 'release', settings: {} },
    })
    const startedMaking = performance.now()
    const { number } = await callRoute(product.fetch, api.releases.create, {
      params,
      body: { title: '', notes: '' },
    })
    const makingS = (performance.now() - startedMaking) / 1000
    const startedMoving = performance.now()
    await callRoute(product.fetch, api.releases.moveChannel, {
      params: { ...params, channel: 'production' },
      body: { release: number, note: '' },
    })
    await changed(manifest('production'), null)
    const movingS = (performance.now() - startedMoving) / 1000
    const { rows } = await callRoute(product.fetch, api.translations.page, {
      params,
      query: { language: 'de', offset: 3000, limit: 50 },
    })
    const saves: number[] = []
    for (const [index, { key, target }] of rows.slice(0, isQuick ? 10 : 40).entries()) {
      const mark = markOf(manifest('live'))
      await callRoute(product.fetch, api.translations.save, {
        params: { ...params, key: key.id, language: 'de' },
        body: {
          forms:
            target.forms.other === undefined ? { other: 'Neu' } : { ...target.forms, other: `Neu ${index}` },
          baseVersion: target.version,
        },
      })
      const saved = performance.now()
      await changed(manifest('live'), mark)
      saves.push(performance.now() - saved)
    }
    return [
      {
        name: 'publishing: one changed string',
        value: percentile(saves, 0.95),
        median: median(saves),
        unit: 'ms',
        samples: saves.length,
        note: `seed ${size}, from the answer to the save until the manifest is in the folder`,
      },
      {
        name: 'publishing: a whole release',
        value: makingS + movingS,
        unit: 's',
        note: `seed ${size}: ${makingS.toFixed(1)} s to make it, ${movingS.toFixed(1)} s until the moved channel is in the folder`,
      },
    ]
  } finally {
    await product.stop()
  }
}

const LANGUAGES = 100
const NAMESPACES = 100

async function measureDeliverers({ isQuick }: Plan): Promise<readonly Figure[]> {
  const blobs = scratch('publishing/many')
  const addresses = writeBlobs(blobs)
  const deliverers: Deliverer[] = []
  const figures: Figure[] = []
  try {
    const one = await startDeliverer(blobs)
    deliverers.push(one)
    // Loads one first, so that the baseline includes the program's own memory.
    await load(one.origin, addresses.slice(0, 20))
    const idleMB = one.memoryMB()
    await load(one.origin, addresses)
    figures.push({
      name: 'publishing: 10,000 bundles in memory',
      value: one.memoryMB() - idleMB,
      unit: 'MB',
      note: `of 2 kB each with their gzip, above ${idleMB.toFixed(0)} MB`,
    })
    const other = await startDeliverer(blobs)
    deliverers.push(other)
    const address = addressOf('large', 0)
    const webRoot = scratch('publishing/nginx')
    await copyTo(webRoot, other.origin, address)
    const nginx = await startNginx({ root: webRoot, workers: 2 })
    try {
      const rounds: { ours: number; theirs: number }[] = []
      const how = { seconds: isQuick ? 1 : 3, headers: GZIP }
      for (let round = 0; round < (isQuick ? 3 : 5); round++)
        rounds.push({
          ours: await runLoads([one.origin + address, other.origin + address], how),
          theirs: await runLoads([nginx.origin + address, nginx.origin + address], how),
        })
      figures.push({
        name: 'publishing: two deliver beside nginx with two workers, 30 kB',
        value: median(rounds.map(({ ours, theirs }) => ours / theirs)),
        unit: '×',
        samples: rounds.length,
        note: `${median(rounds.map(({ ours }) => ours)).toFixed(0)}/s and ${median(rounds.map(({ theirs }) => theirs)).toFixed(0)}/s, gzip`,
      })
    } finally {
      await nginx.stop()
    }
    const fresh = await startDeliverer(blobs)
    deliverers.push(fresh)
    await load(fresh.origin, addresses.slice(0, 20))
    const beforeMB = fresh.memoryMB()
    const sockets = await listeners(fresh.origin, 5000)
    figures.push({
      name: 'publishing: 5,000 listeners',
      value: fresh.memoryMB() - beforeMB,
      unit: 'MB',
      note: `above ${beforeMB.toFixed(0)} MB`,
    })
    for (const socket of sockets) socket.destroy()
    return figures
  } finally {
    for (const deliverer of deliverers) await deliverer.stop()
  }
}

/** Writes a channel of 10,000 files, and one of a single large file, as a server publishes them. */
function writeBlobs(root: string): readonly string[] {
  const write = (name: string, text: string) => {
    const file = path.join(root, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const languages = Array.from({ length: LANGUAGES }, (_, index) => `x${index}`)
  const publish = (channel: string, tags: readonly string[], namespaces: number, bytes: number) => {
    const files = tags.flatMap((language) =>
      Array.from({ length: namespaces }, (_, index) => {
        const namespace = `n${index}`
        const text = textOf(`${language} ${namespace}`, bytes)
        const hash = createHash('sha256').update(text).digest('base64url')
        write(`d/many/files/${language}/${namespace}.${hash.slice(0, 22)}.json`, text)
        return { language, namespace, extension: '.json', hash, bytes: Buffer.byteLength(text) }
      }),
    )
    const about = { version: 1, projectId: 1, project: 'many', channel, kind: 'catalog', release: null }
    const manifest = { ...about, hasOtherLanguages: false, languages: tags, files, next: null }
    write(`d/many/${channel}/manifest.json`, JSON.stringify(manifest))
  }
  publish('live', languages, NAMESPACES, 2_000)
  publish('large', ['x0'], 1, 30_000)
  write(
    'published.json',
    JSON.stringify({
      isWhole: true,
      manifests: ['d/many/live/manifest.json', 'd/many/large/manifest.json'],
    }),
  )
  return languages.flatMap((language) =>
    Array.from({ length: NAMESPACES }, (_, index) => `/d/many/live/locales/${language}/n${index}.json`),
  )
}

function addressOf(channel: string, namespace: number): string {
  return `/d/many/${channel}/locales/x0/n${namespace}.json`
}

/** Returns words that compress about as well as real texts. */
function textOf(seed: string, bytes: number): string {
  const texts: Record<string, string> = {}
  for (let size = 0, index = 0; size < bytes; index++) {
    const words = createHash('sha256').update(`${seed} ${index}`).digest('hex').slice(0, 24)
    texts[`key${index}`] = `Text ${words} of the shop`
    size += 50
  }
  return JSON.stringify(texts)
}

async function load(origin: string, addresses: readonly string[]): Promise<void> {
  for (let at = 0; at < addresses.length; at += 50)
    await Promise.all(
      addresses.slice(at, at + 50).map(async (address) => {
        const response = await fetch(origin + address, { headers: { 'accept-encoding': 'gzip' } })
        if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
        await response.arrayBuffer()
      }),
    )
}

async function copyTo(webRoot: string, origin: string, address: string): Promise<void> {
  const target = path.join(webRoot, address)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, Buffer.from(await (await fetch(origin + address)).arrayBuffer()))
  const packed = await rawGzip(origin, address)
  writeFileSync(`${target}.gz`, packed)
}

/** Returns the body as sent, which `fetch` would decompress. */
async function rawGzip(origin: string, address: string): Promise<Buffer> {
  const { hostname, port, host } = new URL(origin)
  const socket = net.connect(Number(port), hostname)
  socket.write(
    `GET ${address} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`,
  )
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const all = Buffer.concat(chunks)
  return all.subarray(all.indexOf('\r\n\r\n') + 4)
}

async function listeners(origin: string, count: number): Promise<readonly net.Socket[]> {
  const { hostname, port, host } = new URL(origin)
  const sockets: net.Socket[] = []
  for (let at = 0; at < count; at += 100)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: 100 }, async () => {
          const socket = net.connect(Number(port), hostname)
          socket.write(`GET /d/many/live/events HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
          await once(socket, 'data')
          socket.resume()
          return socket
        }),
      )),
    )
  await sleep(1000)
  return sockets
}

function markOf(file: string): string | null {
  try {
    const { ino, mtimeMs, size } = statSync(file)
    readFileSync(file)
    return `${ino} ${mtimeMs} ${size}`
  } catch {
    return null // It does not exist yet.
  }
}

async function changed(file: string, mark: string | null): Promise<void> {
  for (const started = performance.now(); performance.now() - started < 300_000; ) {
    if (markOf(file) !== mark) return
    await sleep(2)
  }
  throw new Error(`${file} did not change within five minutes.`)
}

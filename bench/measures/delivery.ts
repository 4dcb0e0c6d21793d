import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { api, callRoute } from '@dragoman/contract'
import type { Figure } from '../figure.ts'
import { type Load, runLoad } from '../load.ts'
import { processorSecondsOf } from '../machine.ts'
import { startNginx } from '../nginx.ts'
import type { Plan } from '../plan.ts'
import { startProduct, untilRead } from '../product.ts'
import { randomOf } from '../seed/random.ts'
import { sentence } from '../seed/sentence.ts'
import { wordBooks } from '../seed/words.ts'
import { median } from '../statistics.ts'
import { scratch } from '../workspace.ts'

const BODIES = [
  { namespace: 'small', bytes: 2_000, label: '2 kB' },
  { namespace: 'medium', bytes: 30_000, label: '30 kB' },
  { namespace: 'large', bytes: 300_000, label: '300 kB' },
] as const
const SLUG = 'delivery'
const SERVER_CORE = 0
const LOAD_CORE = 1

/**
 * Requests per second of Dragoman compared with nginx (one worker, `gzip_static`) serving the same bytes,
 * under the same load in turns.
 */
export async function measureDelivery({ isQuick }: Plan): Promise<readonly Figure[]> {
  for (const tool of ['nginx', 'wrk', 'taskset']) {
    if (spawnSync('which', [tool]).status !== 0)
      throw new Error(`delivery needs ${tool}, which is not installed.`)
  }
  const files = scratch('delivery/files')
  writeBodies(files)
  const product = await startProduct({ data: scratch('delivery/data'), core: SERVER_CORE })
  try {
    await callRoute(product.fetch, api.projects.create, {
      body: { slug: SLUG, name: 'Delivery', sourceLanguage: 'en', folder: files, deliverPublic: true },
    })
    await untilRead(product, SLUG)
    const webRoot = scratch('delivery/nginx')
    const tags = new Map<string, string>()
    for (const { namespace } of BODIES)
      tags.set(namespace, await copyBody(product.origin, webRoot, addressOf(namespace)))
    const nginx = await startNginx({ root: webRoot, core: SERVER_CORE })
    try {
      const theirTag = await tagOf(nginx.origin + addressOf('medium'))
      return contests(tags, theirTag).map((contest) => runContest({ product, nginx, isQuick }, contest))
    } finally {
      await nginx.stop()
    }
  } finally {
    await product.stop()
  }
}

/** The same requests to both servers. */
type Contest = {
  readonly name: string
  readonly namespace: string
  readonly ours: Load['headers']
  readonly theirs: Load['headers']
  /** What nginx's file is called in addition. */
  readonly theirEnding?: string
}

/** Returns what is measured. `tags` are ours, by namespace; `theirTag` is that of nginx for the medium file. */
function contests(tags: ReadonlyMap<string, string>, theirTag: string): readonly Contest[] {
  // A header that makes the front door pass the connection to node:http for its lifetime.
  const behind = { ...GZIP, TE: 'trailers' }
  const ourTag = tags.get('medium') ?? ''
  const tagged = { ...GZIP, 'If-None-Match': theirTag }
  return [
    ...BODIES.map(({ namespace, label }) => ({
      name: `delivery: 200, ${label}`,
      namespace,
      ours: GZIP,
      theirs: GZIP,
    })),
    // Debian's nginx has no Brotli module, so it serves the same bytes as a file.
    {
      name: 'delivery: Brotli, 30 kB',
      namespace: 'medium',
      ours: BROTLI,
      theirs: {},
      theirEnding: '.br',
    },
    { name: 'delivery: not compressed, 30 kB', namespace: 'medium', ours: {}, theirs: {} },
    ...BODIES.map(({ namespace, label }) => ({
      name: `delivery: 200, ${label}, by node:http`,
      namespace,
      ours: behind,
      theirs: GZIP,
    })),
    {
      name: 'delivery: 304',
      namespace: 'medium',
      ours: { ...GZIP, 'If-None-Match': ourTag },
      theirs: tagged,
    },
    {
      name: 'delivery: 304, by node:http',
      namespace: 'medium',
      ours: { ...behind, 'If-None-Match': ourTag },
      theirs: tagged,
    },
  ]
}

type Server = { readonly pid: number; readonly origin: string }

/** Runs a contest for a few rounds in turns. */
function runContest(
  {
    product,
    nginx,
    isQuick,
  }: { readonly product: Server; readonly nginx: Server; readonly isQuick: boolean },
  { name, namespace, ours, theirs, theirEnding = '' }: Contest,
): Figure {
  const address = addressOf(namespace)
  const rounds: { ours: Round; theirs: Round }[] = []
  const load = { core: LOAD_CORE, seconds: isQuick ? 1 : 2 }
  for (let round = 0; round < (isQuick ? 3 : 4); round++) {
    rounds.push({
      ours: runRound(product.pid, { ...load, url: product.origin + address, headers: ours }),
      theirs: runRound(nginx.pid, { ...load, url: nginx.origin + address + theirEnding, headers: theirs }),
    })
  }
  const ratio = median(rounds.map((round) => round.ours.rate / round.theirs.rate))
  const shown = (side: 'ours' | 'theirs') =>
    `${median(rounds.map((round) => round[side].rate)).toFixed(0)}/s at ${median(rounds.map((round) => round[side].microseconds)).toFixed(1)} µs`
  return {
    name,
    value: ratio,
    unit: '×',
    samples: rounds.length,
    note: `${shown('ours')} of processor each; nginx ${shown('theirs')}`,
  }
}

/** Returns the entity tag that nginx gives a file. */
async function tagOf(url: string): Promise<string> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
  return response.headers.get('etag') ?? ''
}

type Round = { readonly rate: number; readonly microseconds: number }

/** Requests per second, and the server's processor time per request, which does not depend on other load. */
function runRound(pid: number, load: Load): Round {
  const before = processorSecondsOf(pid) ?? Number.NaN
  const rate = runLoad(load)
  const used = (processorSecondsOf(pid) ?? Number.NaN) - before
  return { rate, microseconds: (used / (rate * load.seconds)) * 1e6 }
}

const GZIP = { 'Accept-Encoding': 'gzip' } as const
const BROTLI = { 'Accept-Encoding': 'br' } as const

function addressOf(namespace: string): string {
  return `/d/${SLUG}/live/locales/en/${namespace}.json`
}

function writeBodies(folder: string): void {
  const book = wordBooks()[0]
  if (book === undefined) throw new Error('There is no source language.')
  mkdirSync(path.join(folder, 'locales/en'), { recursive: true })
  BODIES.forEach(({ namespace, bytes }, index) => {
    const random = randomOf(3, index)
    const texts: Record<string, string> = {}
    for (let size = 0; size < bytes; ) {
      const name = `text${Object.keys(texts).length}`
      const text = sentence(
        random,
        book,
        { path: [name], plural: 'none', words: 6, placeholders: [], tags: [], nesting: null },
        'none',
      )
      texts[name] = text
      size += name.length + text.length + 8
    }
    writeFileSync(path.join(folder, 'locales/en', `${namespace}.json`), JSON.stringify(texts, null, 2))
  })
}

/**
 * Copies what Dragoman delivers to nginx's folder, plain and gzip byte for byte; returns the entity tag of
 * the gzip response.
 */
async function copyBody(origin: string, webRoot: string, address: string): Promise<string> {
  const response = await rawGet(origin + address)
  const target = path.join(webRoot, address)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(`${target}.gz`, response.body)
  writeFileSync(target, gunzipSync(response.body))
  writeFileSync(`${target}.br`, (await rawGet(origin + address, 'br')).body)
  return response.etag
}

/** Returns the bytes as sent, which `fetch` would decompress. */
async function rawGet(url: string, encoding = 'gzip'): Promise<{ body: Buffer; etag: string }> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => {
          if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}`))
          resolve({ body: Buffer.concat(chunks), etag: response.headers.etag ?? '' })
        })
      })
      .on('error', reject)
  })
}

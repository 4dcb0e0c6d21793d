import { setTimeout as sleep } from 'node:timers/promises'
import { api, callRoute } from '@dragoman/contract'
import { startPostgres } from '../../scripts/lib/postgres.mjs'
import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { type Product, startProduct } from '../product.ts'
import { median, percentile } from '../statistics.ts'
import { scratch } from '../workspace.ts'

const SLUG = 'processes'
const ADDRESS = `/d/${SLUG}/live/locales/de/app.json`
const KEYS = 50
const params = { project: SLUG }

/**
 * Two processes on one PostgreSQL: the time from a save confirmed by one until the other delivers it, and
 * notifies all its listeners.
 */
export async function measureProcesses({ isQuick }: Plan): Promise<readonly Figure[]> {
  const postgres: { url: string; remove: () => void } | null = await startPostgres()
  if (postgres === null) throw new Error('There is no PostgreSQL on this machine.')
  const products: Product[] = []
  try {
    const shared = { data: scratch('processes/data'), databaseUrl: postgres.url }
    const saver = await startProduct(shared)
    products.push(saver)
    const other = await startProduct(shared)
    products.push(other)
    const keys = await makeProject(saver)
    const live = await listen(other)
    const delivered: number[] = []
    const received: number[] = []
    const versions = new Map<number, number>()
    const count = isQuick ? 30 : 300
    for (let turn = 0; turn < count; turn++) {
      const key = keys[turn % keys.length] ?? 0
      const text = `Save ${turn}.`
      const { translation } = await callRoute(saver.fetch, api.translations.save, {
        params: { ...params, key, language: 'de' },
        body: { forms: { other: text }, baseVersion: versions.get(key) ?? 0 },
      })
      const savedMs = performance.now()
      versions.set(key, translation.version)
      const arrivesMs = live.waitFor(`"version":${translation.version}}`)
      await untilDelivered(other, text)
      delivered.push(performance.now() - savedMs)
      received.push(Math.max(0, (await arrivesMs) - savedMs))
      // Hints within 50 ms of the previous one are delayed; people do not save that fast.
      await sleep(60 + (turn % 7) * 10)
    }
    await live.leave()
    const note = 'from the answer to the save on; one save at a time, PostgreSQL without fsync'
    const figure = (name: string, samples: readonly number[]): Figure => ({
      name: `processes: ${name}`,
      value: percentile(samples, 0.95),
      median: median(samples),
      unit: 'ms',
      samples: samples.length,
      note,
    })
    return [figure('saved to delivered by another', delivered), figure('saved to heard at another', received)]
  } finally {
    for (const product of products) await product.stop()
    postgres.remove()
  }
}

/** Creates a project without a folder; returns its keys. */
async function makeProject({ fetch }: Product): Promise<readonly number[]> {
  await callRoute(fetch, api.projects.create, {
    body: { slug: SLUG, name: 'Processes', sourceLanguage: 'en', deliverPublic: true },
  })
  await callRoute(fetch, api.languages.add, { params, body: { tag: 'de' } })
  const keys: number[] = []
  for (let index = 0; index < KEYS; index++) {
    const { key } = await callRoute(fetch, api.keys.create, {
      params,
      body: { namespace: 'app', name: `text${index}`, plural: 'none', forms: { other: `Text ${index}` } },
    })
    keys.push(key.id)
  }
  return keys
}

async function untilDelivered({ origin }: Product, text: string): Promise<void> {
  for (const started = performance.now(); performance.now() - started < 10_000; await sleep(2)) {
    const body = await (await fetch(origin + ADDRESS)).text()
    if (body.includes(`"${text}"`)) return
  }
  throw new Error(`"${text}" was not delivered within 10 s`)
}

/**
 * Opens the live stream of a process. `waitFor` returns when a piece of text arrives, by
 * `performance.now()`.
 */
async function listen(product: Product): Promise<{
  readonly waitFor: (piece: string) => Promise<number>
  readonly leave: () => Promise<void>
}> {
  const response = await product.fetch(`/api/projects/${SLUG}/events`, {})
  const reader = response.body?.getReader()
  if (reader === undefined) throw new Error('There is no stream')
  const decoder = new TextDecoder()
  let stream = ''
  let waiters: (() => void)[] = []
  const reading = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      stream = (stream + decoder.decode(part.value, { stream: true })).slice(-100_000)
      const now = waiters
      waiters = []
      for (const resume of now) resume()
    }
  })()
  return {
    async waitFor(piece) {
      const until = performance.now() + 10_000
      while (!stream.includes(piece)) {
        if (performance.now() > until) throw new Error(`${piece} did not arrive within 10 s`)
        await Promise.race([new Promise<void>((resolve) => waiters.push(resolve)), sleep(10_000)])
      }
      return performance.now()
    },
    async leave() {
      await reader.cancel()
      await reading
    },
  }
}

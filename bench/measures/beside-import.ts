import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { api, callRoute } from '@dragoman/contract'
import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { type Product, startProduct } from '../product.ts'
import { writeSeed } from '../seed.ts'
import { percentile } from '../statistics.ts'
import { scratch } from '../workspace.ts'

const LARGE = 'large'
const SMALL = 'small'
const KEYS = 200

/**
 * Measures the effect of a running import on others: on an occasional health check, and on a translator who
 * saves in another project.
 */
export async function measureDuringImport({ size }: Plan): Promise<readonly Figure[]> {
  const files = scratch('beside-import-files')
  writeSeed(files, size)
  const product = await startProduct({ data: scratch('beside-import-data') })
  try {
    const keys = await makeSmallProject(product)
    const job = await startImport(product, files)
    const started = performance.now()
    const health: number[] = []
    const saves: number[] = []
    let isRunning = true
    const looking = repeat(
      () => isRunning,
      50,
      async () => {
        health.push(await timeOf(async () => void (await (await product.fetch('/health/live', {})).text())))
      },
    )
    let count = 0
    const versions = new Map<number, number>()
    const saving = repeat(
      () => isRunning,
      250,
      async () => {
        const key = keys[count % KEYS] ?? 0
        count += 1
        saves.push(
          await timeOf(async () => {
            versions.set(
              key,
              await save(product, key, { text: `Text ${count}`, version: versions.get(key) ?? 0 }),
            )
          }),
        )
      },
    )
    while (isRunning) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      const { endedAt, state } = await callRoute(product.fetch, api.jobs.get, {
        params: { project: LARGE, job },
      })
      isRunning = endedAt === null
      if (!isRunning && state !== 'done') throw new Error(`The import ended as ${state}`)
    }
    const seconds = (performance.now() - started) / 1000
    await Promise.all([looking, saving])
    return [
      {
        name: 'beside import: /health/live p99',
        value: percentile(health, 0.99),
        unit: 'ms',
        samples: health.length,
      },
      { name: 'beside import: save p95', value: percentile(saves, 0.95), unit: 'ms', samples: saves.length },
      { name: 'beside import: upload imported in', value: seconds, unit: 's', samples: 1 },
    ]
  } finally {
    await product.stop()
  }
}

async function makeSmallProject(product: Product): Promise<readonly number[]> {
  for (const slug of [SMALL, LARGE]) {
    await callRoute(product.fetch, api.projects.create, { body: { slug, name: slug, sourceLanguage: 'en' } })
  }
  await callRoute(product.fetch, api.languages.add, { params: { project: SMALL }, body: { tag: 'de' } })
  const keys: number[] = []
  for (let index = 0; index < KEYS; index++) {
    const { key } = await callRoute(product.fetch, api.keys.create, {
      params: { project: SMALL },
      body: { namespace: 'app', name: `key${index}`, plural: 'none', forms: { other: `Text ${index}` } },
    })
    keys.push(key.id)
  }
  return keys
}

async function startImport(product: Product, files: string): Promise<number> {
  const { upload } = await callRoute(product.fetch, api.imports.create, { params: { project: LARGE } })
  const params = { project: LARGE, upload }
  for (const name of readdirSync(files, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  )) {
    const bytes = new Uint8Array(readFileSync(path.join(files, name)))
    await callRoute(product.fetch, api.imports.upload, { params, query: { path: name }, bytes })
  }
  const { id } = await callRoute(product.fetch, api.imports.start, {
    params,
    body: { mode: 'overwrite', placements: [] },
  })
  return id
}

/** Saves a text and returns its new version. */
async function save(
  product: Product,
  key: number,
  { text, version }: { readonly text: string; readonly version: number },
): Promise<number> {
  const { translation } = await callRoute(product.fetch, api.translations.save, {
    params: { project: SMALL, key, language: 'de' },
    body: { forms: { other: text }, baseVersion: version },
  })
  return translation.version
}

async function repeat(goesOn: () => boolean, everyMs: number, act: () => Promise<void>): Promise<void> {
  while (goesOn()) {
    await act()
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

async function timeOf(act: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await act()
  return performance.now() - started
}

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

/** How long others are measured after a project of a million texts was removed: its content is removed meanwhile. */
const AFTER_REMOVAL_MS = 60_000

/** Between two saves: content is removed when nothing was written for a moment. */
const SAVE_EVERY_MS = { importing: 250, removing: 2000 }

/**
 * Measures the effect of a running import, and of removing the project again, on others: on an occasional health check,
 * and on a translator who saves in another project.
 */
export async function measureDuringImport({ size }: Plan): Promise<readonly Figure[]> {
  const files = scratch('beside-import-files')
  writeSeed(files, size)
  const product = await startProduct({ data: scratch('beside-import-data') })
  try {
    const translator = { keys: await makeSmallProject(product), versions: new Map<number, number>() }
    const job = await startImport(product, files)
    const started = performance.now()
    const importing = await besides(
      product,
      { ...translator, everyMs: SAVE_EVERY_MS.importing },
      async () => {
        for (;;) {
          await new Promise((resolve) => setTimeout(resolve, 500))
          const { endedAt, state } = await callRoute(product.fetch, api.jobs.get, {
            params: { project: LARGE, job },
          })
          if (endedAt === null) continue
          if (state !== 'done') throw new Error(`The import ended as ${state}`)
          return
        }
      },
    )
    const seconds = (performance.now() - started) / 1000
    let answeredMs = 0
    const removing = await besides(product, { ...translator, everyMs: SAVE_EVERY_MS.removing }, async () => {
      const params = { project: LARGE }
      answeredMs = await timeOf(async () => {
        await callRoute(product.fetch, api.projects.remove, { params, body: { confirm: LARGE } })
      })
      await new Promise((resolve) => setTimeout(resolve, AFTER_REMOVAL_MS))
    })
    return [
      ...figuresOf('beside import', importing),
      { name: 'beside import: upload imported in', value: seconds, unit: 's', samples: 1 },
      ...figuresOf('beside removal', removing),
      { name: 'beside removal: answered in', value: answeredMs, unit: 'ms', samples: 1 },
    ]
  } finally {
    await product.stop()
  }
}

type Beside = { readonly health: readonly number[]; readonly saves: readonly number[] }

function figuresOf(name: string, { health, saves }: Beside): readonly Figure[] {
  return [
    {
      name: `${name}: /health/live p99`,
      value: percentile(health, 0.99),
      unit: 'ms',
      samples: health.length,
    },
    { name: `${name}: save p95`, value: percentile(saves, 0.95), unit: 'ms', samples: saves.length },
  ]
}

type Translator = {
  readonly keys: readonly number[]
  readonly versions: Map<number, number>
  readonly everyMs: number
}

/** Returns how long health checks and saves take while `work` runs, in milliseconds. */
async function besides(
  product: Product,
  { keys, versions, everyMs }: Translator,
  work: () => Promise<void>,
): Promise<Beside> {
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
  const saving = repeat(
    () => isRunning,
    everyMs,
    async () => {
      const key = keys[saves.length % KEYS] ?? 0
      const known = versions.get(key) ?? 0
      saves.push(
        await timeOf(async () => {
          versions.set(key, await save(product, key, { text: `Text ${known}`, version: known }))
        }),
      )
    },
  )
  try {
    await work()
  } finally {
    isRunning = false
    await Promise.all([looking, saving])
  }
  return { health, saves }
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

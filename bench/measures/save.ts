import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { api, callRoute } from '@dragoman/contract'
import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { type Product, startProduct, untilIdle } from '../product.ts'
import { timeRawCommits } from '../raw-commits.ts'
import { median, percentile } from '../statistics.ts'
import { copyOfData, imported, PROJECT } from '../workspace.ts'

/** One translator saving string after string, first with a folder that is written to, then without one. */
export async function measureSave({ size, isQuick }: Plan): Promise<readonly Figure[]> {
  await imported(size)
  const product = await startProduct({ data: copyOfData(size, 'save') })
  try {
    await untilIdle(product)
    const count = isQuick ? 100 : 500
    const rawBefore = timeRawCommits(count)
    const withFiles = await saves(product, { language: 'de', count, offset: 1000 })
    await disconnect(product)
    // Removing a source leaves work to do, which belongs to no save.
    await untilIdle(product)
    const without = await saves(product, { language: 'fr', count, offset: 3000 })
    const raw = [...rawBefore, ...timeRawCommits(count)]
    return [
      comparedWithRaw(figureOf('save: without write-back', without), raw),
      comparedWithRaw(figureOf('save: with write-back', withFiles), raw),
      figureOf('save: one raw commit', raw),
    ]
  } finally {
    await product.stop()
  }
}

/** Measures from the save request to the new text in the file on disk. */
export async function measureWriteBack({ size, isQuick }: Plan): Promise<readonly Figure[]> {
  const { files } = await imported(size)
  const product = await startProduct({ data: copyOfData(size, 'write-back') })
  try {
    await untilIdle(product)
    const times: number[] = []
    const { rows } = await callRoute(product.fetch, api.translations.page, {
      params: { project: PROJECT },
      query: { language: 'pl', q: 'state:translated', offset: 2000, limit: isQuick ? 10 : 40 },
    })
    for (const [index, { key, target }] of rows.entries()) {
      const text = `Zapisane w przeglądarce ${Date.now()}-${index}`
      const file = path.join(files, 'locales/pl', `${key.namespace}.json`)
      const started = performance.now()
      await save(product, {
        keyId: key.id,
        language: 'pl',
        forms: { ...target.forms, other: text },
        baseVersion: target.version,
      })
      await untilFileContains(file, text)
      times.push(performance.now() - started)
    }
    return [figureOf('write-back: edit to file', times)]
  } finally {
    await product.stop()
  }
}

function figureOf(name: string, times: readonly number[]): Figure {
  return { name, value: percentile(times, 0.95), median: median(times), unit: 'ms', samples: times.length }
}

/** A save waits for one commit. While its file is written, the commits of the writing come in between. */
function comparedWithRaw(figure: Figure, raw: readonly number[]): Figure {
  const times = (value: number, share: number) => (value / percentile(raw, share)).toFixed(1)
  const note = `${times(figure.value, 0.95)} times a raw commit at p95, ${times(figure.median ?? Number.NaN, 0.5)} in the middle`
  return { ...figure, note }
}

type SaveSeries = { readonly language: string; readonly count: number; readonly offset: number }

async function saves(product: Product, { language, count, offset }: SaveSeries): Promise<readonly number[]> {
  const { rows } = await callRoute(product.fetch, api.translations.page, {
    params: { project: PROJECT },
    query: { language, offset, limit: 500 },
  })
  const times: number[] = []
  for (const { key, target } of rows.slice(0, count)) {
    const forms = { other: `${target.forms.other ?? 'Text'} ${key.id}` }
    const started = performance.now()
    await save(product, { keyId: key.id, language, forms, baseVersion: target.version })
    times.push(performance.now() - started)
  }
  return times
}

type SaveRequest = {
  readonly keyId: number
  readonly language: string
  readonly forms: { other: string }
  readonly baseVersion: number
}

async function save(product: Product, { keyId, language, forms, baseVersion }: SaveRequest): Promise<void> {
  await callRoute(product.fetch, api.translations.save, {
    params: { project: PROJECT, key: keyId, language },
    body: { forms, baseVersion },
  })
}

async function disconnect(product: Product): Promise<void> {
  const { sources } = await callRoute(product.fetch, api.sources.list, { params: { project: PROJECT } })
  for (const source of sources)
    await callRoute(product.fetch, api.sources.remove, { params: { project: PROJECT, source: source.id } })
}

async function untilFileContains(file: string, text: string): Promise<void> {
  let seen = -1
  for (const started = performance.now(); performance.now() - started < 20_000; ) {
    const { mtimeMs } = statSync(file)
    if (mtimeMs !== seen) {
      seen = mtimeMs
      if (readFileSync(file, 'utf8').includes(text)) return
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  throw new Error(`The text did not reach ${file} within 20 s.`)
}

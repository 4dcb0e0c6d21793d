import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { api, callRoute } from '@dragoman/contract'
import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { type Product, startProduct, untilRead } from '../product.ts'
import { randomOf } from '../seed/random.ts'
import { sentence } from '../seed/sentence.ts'
import { wordBooks } from '../seed/words.ts'
import { median, percentile } from '../statistics.ts'
import { scratch } from '../workspace.ts'

const KEYS = 10_000
const SLUG = 'after-save'
const ADDRESS = `/d/${SLUG}/live/locales/en/app.json`
const ENCODINGS = ['br', 'gzip', 'identity']

/**
 * Measures how long a file of 10,000 keys takes if requested right after one of its texts was saved, compared
 * with the same file from memory.
 */
export async function measureDeliveryAfterSave({ isQuick }: Plan): Promise<readonly Figure[]> {
  const files = scratch('after-save/files')
  writeKeys(files)
  const product = await startProduct({ data: scratch('after-save/data') })
  try {
    const body = {
      slug: SLUG,
      name: 'After a save',
      sourceLanguage: 'en',
      folder: files,
      deliverPublic: true,
    }
    await callRoute(product.fetch, api.projects.create, { body })
    await untilRead(product, SLUG)
    const params = { project: SLUG }
    const [source] = (await callRoute(product.fetch, api.sources.list, { params })).sources
    // Writing the folder's file is measured elsewhere.
    await callRoute(product.fetch, api.sources.remove, { params: { ...params, source: source?.id ?? 0 } })
    const { rows } = await callRoute(product.fetch, api.translations.page, {
      params,
      query: { language: 'en', offset: 3000, limit: 300 },
    })
    const figures: Figure[] = []
    const count = isQuick ? 20 : 100
    for (const [turn, encoding] of ENCODINGS.entries()) {
      const after: number[] = []
      const warm: number[] = []
      for (const [index, { key, target }] of rows.slice(turn * count, (turn + 1) * count).entries()) {
        const text = `Changed ${encoding} ${index}`
        await callRoute(product.fetch, api.translations.save, {
          params: { ...params, key: key.id, language: 'en' },
          body: { forms: { other: text }, baseVersion: target.version },
        })
        after.push(await timeOf(product, encoding, text))
        warm.push(await timeOf(product, encoding, text))
      }
      figures.push({
        name: `delivery after a save: ${encoding}`,
        value: percentile(after, 0.95),
        median: median(after),
        unit: 'ms',
        samples: after.length,
        note: `${(median(after) / median(warm)).toFixed(1)} times the ${median(warm).toFixed(2)} ms of the same file from memory`,
      })
    }
    return figures
  } finally {
    await product.stop()
  }
}

async function timeOf(product: Product, encoding: string, text: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(product.origin + ADDRESS, { headers: { 'accept-encoding': encoding } })
  const body = await response.text()
  const ms = performance.now() - started
  if (!body.includes(text)) throw new Error('The saved text is not in the file')
  return ms
}

function writeKeys(folder: string): void {
  const book = wordBooks()[0]
  if (book === undefined) throw new Error('There is no source language.')
  const random = randomOf(5, 0)
  const texts: Record<string, Record<string, string>> = {}
  for (let key = 0; key < KEYS; key++) {
    const part = `part${key % 50}`
    const group = texts[part] ?? {}
    group[`text${key}`] = sentence(
      random,
      book,
      { path: [part], plural: 'none', words: 8, placeholders: [], tags: [], nesting: null },
      'none',
    )
    texts[part] = group
  }
  mkdirSync(path.join(folder, 'locales/en'), { recursive: true })
  writeFileSync(path.join(folder, 'locales/en/app.json'), JSON.stringify(texts, null, 2))
}

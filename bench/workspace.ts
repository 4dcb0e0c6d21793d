import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { api, callRoute } from '@dragoman/contract'
import { memoryOf, processorSecondsOf } from './machine.ts'
import { type Product, startProduct, untilIdle } from './product.ts'
import { type Size, writeSeed } from './seed.ts'

/**
 * The folder that keeps seeds, data folders and other files of measurements between runs. On disk, never in
 * memory, because saves must be written to it.
 */
const HOME = path.join(os.tmpdir(), 'dragoman-bench')
export const PROJECT = 'large'

export type Imported = {
  /** Folder with the locale files, connected and watched. */
  readonly files: string
  readonly data: string
}

export type ImportFacts = {
  readonly seconds: number
  readonly processorSeconds: number
  /** The same, until the search index is ready as well. */
  readonly processorSecondsInAll: number
  /** Additional time until the search index contains every text and the process is idle. */
  readonly restSeconds: number
  readonly peakMB: number
  readonly afterMB: number
}

/** Generates the seed again and imports it with a freshly started product. */
export async function importSeed(size: Size): Promise<ImportFacts> {
  const { files, data } = placesOf(size)
  freshFolder(files)
  freshFolder(data)
  rmSync(markerOf(size), { force: true })
  const facts = await importFresh(size)
  writeFileSync(markerOf(size), '')
  return facts
}

async function importFresh(size: Size): Promise<ImportFacts> {
  const { files, data } = placesOf(size)
  const seed = writeSeed(files, size)
  const product = await startProduct({ data })
  try {
    const started = performance.now()
    const processorBefore = processorSecondsOf(product.pid) ?? Number.NaN
    await callRoute(product.fetch, api.projects.create, {
      body: { slug: PROJECT, name: 'Large', sourceLanguage: 'en', folder: files },
    })
    await waitForImport(product, { keys: seed.keys, files: seed.files, translated: seed.translated })
    const seconds = (performance.now() - started) / 1000
    const processorSeconds = (processorSecondsOf(product.pid) ?? Number.NaN) - processorBefore
    const rest = await untilIdle(product)
    const processorSecondsInAll = (processorSecondsOf(product.pid) ?? Number.NaN) - processorBefore
    const memory = memoryOf(product.pid)
    return {
      seconds,
      processorSeconds,
      processorSecondsInAll,
      restSeconds: rest.seconds,
      peakMB: memory?.peakMB ?? Number.NaN,
      afterMB: memory?.nowMB ?? Number.NaN,
    }
  } finally {
    await product.stop()
  }
}

/** Returns the imported seed, created now unless an earlier run left it. */
export async function imported(size: Size): Promise<Imported> {
  if (!existsSync(markerOf(size))) await importSeed(size)
  return placesOf(size)
}

/** Returns a separate copy of the data folder, for a measurement that changes it. */
export function copyOfData(size: Size, name: string): string {
  const copy = path.join(HOME, name)
  rmSync(copy, { recursive: true, force: true })
  cpSync(placesOf(size).data, copy, { recursive: true })
  return copy
}

export function scratch(name: string): string {
  const folder = path.join(HOME, name)
  freshFolder(folder)
  return folder
}

function placesOf(size: Size): Imported {
  return { files: path.join(HOME, size, 'files'), data: path.join(HOME, size, 'data') }
}

function markerOf(size: Size): string {
  return path.join(HOME, size, 'imported')
}

function freshFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

type Expected = { readonly keys: number; readonly files: number; readonly translated: number }

/** Waits until every file is up to date and the counts include every text of the seed. */
async function waitForImport(product: Product, expected: Expected): Promise<void> {
  for (const started = performance.now(); performance.now() - started < 300_000; ) {
    const { files } = await callRoute(product.fetch, api.files.list, { params: { project: PROJECT } })
    if (files.length === expected.files && files.every((file) => file.state === 'in-step')) {
      const overview = await callRoute(product.fetch, api.projects.overview, { params: { project: PROJECT } })
      const translated = overview.languages.reduce(
        (sum, { counts }) => sum + counts.total - counts.untranslated,
        0,
      )
      if (overview.keys !== expected.keys || translated !== expected.translated) {
        throw new Error(
          `Imported ${overview.keys} keys and ${translated} translations, expected ${expected.keys} and ${expected.translated}.`,
        )
      }
      return
    }
    // Polling is included in the measurement, so it is infrequent.
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The import did not end within five minutes.')
}

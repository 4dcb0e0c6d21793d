import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Forms, LIMITS, type TextLimits, type Unit, unitId } from '@dragoman/core'
import type { FileUnit } from '@dragoman/formats'
import type { TaskContext } from '../workers/tasks.ts'
import { type ImportInput, openImport } from './import-units.ts'

/** One key of a file, prepared for the catalog. */
export type PreparedUnit = Unit & {
  readonly comment?: string
  readonly maxLength?: number
  /** The source text next to it in the file. */
  readonly source?: Forms
}

/** Keys of one language of one file that are processed together. */
export type PreparedChunk = {
  readonly path: string
  readonly language: string
  readonly namespace: string
  readonly newKeysOnly: boolean
  readonly units: readonly PreparedUnit[]
}

/** An imported file, stored as the base for exports. */
export type PreparedFile = {
  readonly path: string
  readonly stored: string
  readonly format: string
  /** By language of the project, what the file calls it; only those with another name there. */
  readonly languageNames: Readonly<Record<string, string>>
  readonly parts: readonly {
    readonly language: string
    readonly namespace: string
    readonly side: 'source' | 'target'
    readonly limits: TextLimits | null
  }[]
}

/** Everything about an upload that is needed to write it. */
export type Prepared = {
  readonly chunks: number
  readonly units: number
  readonly languages: readonly string[]
  readonly files: readonly PreparedFile[]
}

const CHUNK = 250
const FOLDER = 'prepared'
const SUMMARY = 'summary.json'

/**
 * Reads an upload into chunks on disk, so that writing it can continue after a crash without reading it
 * again. Returns immediately if it was already prepared.
 */
export async function prepareImport(context: TaskContext, input: ImportInput): Promise<Prepared> {
  const target = join(input.folder, FOLDER)
  const before = await readFile(join(target, SUMMARY), 'utf8').catch(() => null) // not prepared yet
  if (before !== null) return JSON.parse(before)
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { mode: 0o700 })
  const { read } = await openImport(context, input)
  const languages = new Set<string>()
  const files = new Map<string, PreparedFile & { parts: PreparedFile['parts'][number][] }>()
  let chunks = 0
  let units = 0
  for await (const part of read()) {
    const { language, side } = part.view
    const { path, stored } = part.uploaded
    const { namespace, newKeysOnly, languageNames } = part
    languages.add(language)
    const file = files.get(path) ?? { path, stored, format: part.format.id, languageNames, parts: [] }
    files.set(path, file)
    // The source texts in a translation file are not a base for exports of the source language.
    if (!newKeysOnly)
      file.parts.push({ language, namespace, side, limits: part.format.limitsOf?.(part.document) ?? null })
    for (let at = 0; at < part.units.length; at += CHUNK) {
      const some = part.units
        .slice(at, at + CHUNK)
        .map((unit) => prepareUnit(unit, part.sources.get(unitId(unit))))
      const chunk: PreparedChunk = { path, language, namespace, newKeysOnly, units: some }
      await writeFile(chunkPath(input.folder, chunks), JSON.stringify(chunk))
      chunks += 1
      units += some.length
    }
  }
  const summary: Prepared = { chunks, units, languages: [...languages], files: [...files.values()] }
  await writeFile(join(target, SUMMARY), JSON.stringify(summary), { flush: true })
  return summary
}

/** Reads a prepared chunk. Throws if the upload is gone. */
export async function readChunk(folder: string, number: number): Promise<PreparedChunk> {
  return JSON.parse(await readFile(chunkPath(folder, number), 'utf8'))
}

function chunkPath(folder: string, number: number): string {
  return join(folder, FOLDER, `${number}.json`)
}

function prepareUnit(unit: FileUnit, source: Forms | undefined): PreparedUnit {
  const { name, plural, path, forms, state, comment, maxLength, syntax } = unit
  return {
    name,
    plural,
    path,
    forms,
    // Texts reviewed elsewhere do not count as reviewed here.
    ...(state === undefined ? {} : { state: state === 'draft' ? state : 'translated' }),
    ...(comment === undefined ? {} : { comment: comment.slice(0, LIMITS.descriptionMax) }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(syntax === undefined ? {} : { syntax }),
    ...(source === undefined ? {} : { source }),
  }
}

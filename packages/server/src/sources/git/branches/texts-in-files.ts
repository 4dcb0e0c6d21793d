import { setImmediate as breathe } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Forms, type PluralBases, unitId } from '@dragoman/core'
import { type Document, type Format, formatById, isWhole, pluralBasesOf, unitsOf } from '@dragoman/formats'
import {
  type BranchRow,
  contentHash,
  type FileRow,
  listFiles,
  listNamespaces,
  projectById,
  type Reader,
  sourceById,
  type UnitRow,
  unitsOfFile,
  upstreamBytes,
  upstreamHashes,
} from '@dragoman/store'
import { viewOf } from '../../../sync/file-parts.ts'
import type { StoreRead } from '../../../sync/source-files.ts'

/** A translation branch with its files. */
export type BranchWithFiles = Pick<BranchRow, 'projectId' | 'sourceId'> & {
  readonly format: Format
  readonly sourceLanguage: string
  readonly rows: readonly FileRow[]
}

/** What the files of a namespace have of the texts of a branch, as the branch has them. */
export type TextsInFiles = {
  /** What they were read from: as long as that is the same, they are. */
  readonly from: ReadFrom
  /** By language and id of the unit; nothing of keys that the branch does not have. */
  readonly forms: ReadonlyMap<string, ReadonlyMap<string, Forms>>
}

type ReadFrom = {
  readonly format: string
  readonly sourceLanguage: string
  /** Ids of the units that the branch has. */
  readonly keys: readonly string[]
  readonly files: readonly FileRead[]
}

/** `hash` null: the branch has no such file. */
type FileRead = Pick<FileRow, 'path' | 'language' | 'side'> & { readonly hash: string | null }

/** By namespace. */
export type PreparedTexts = ReadonlyMap<string, TextsInFiles>

/** Nothing was read before. */
export const NOTHING_PREPARED: PreparedTexts = new Map()

/** Returns null if the branch was removed. */
export async function filesOfBranch(
  r: Reader,
  { projectId, sourceId }: Pick<BranchRow, 'projectId' | 'sourceId'>,
): Promise<BranchWithFiles | null> {
  const source = await sourceById(r, sourceId)
  const format = source && formatById(source.format)
  const project = await projectById(r, projectId)
  if (!format || project === null) return null
  const { sourceLanguage } = project
  return { projectId, sourceId, format, sourceLanguage, rows: await listFiles(r, { sourceId }) }
}

/**
 * Reads and parses the files of a translation branch before a transaction, which would block other writes meanwhile. Each
 * file has a read of its own, and requests are answered between two files.
 */
export async function prepareTexts(
  read: StoreRead,
  of: Pick<BranchRow, 'projectId' | 'sourceId'>,
): Promise<PreparedTexts> {
  const branch = await read((r) => filesOfBranch(r, of))
  if (branch === null) return NOTHING_PREPARED
  const prepared = new Map<string, TextsInFiles>()
  for (const { name } of await read((r) => listNamespaces(r, branch.projectId)))
    prepared.set(name, await parseFiles(read, branch, name))
  return prepared
}

/** Returns a function that reads what the files of a namespace have: prepared, unless they or the keys have changed since. */
export async function openTextsInFiles(r: Reader, branch: BranchWithFiles, prepared: PreparedTexts) {
  const hashes: ReadonlyMap<string, string> =
    prepared.size === 0 ? new Map() : await upstreamHashes(r, branch.sourceId)

  return async (namespace: string): Promise<TextsInFiles> => {
    const known = prepared.get(namespace)
    if (known !== undefined) {
      const keys = await keysOf(r, branch, namespace)
      const files = rowsOf(branch, namespace).map((row) => fileRead(row, hashes.get(row.path) ?? null))
      if (isDeepStrictEqual(known.from, readFrom(branch, { keys, files }))) return known
    }
    return parseFiles((job) => job(r), branch, namespace)
  }
}

async function parseFiles(
  read: StoreRead,
  branch: BranchWithFiles,
  namespace: string,
): Promise<TextsInFiles> {
  const { sourceId, format, sourceLanguage } = branch
  const keys = await read((r) => keysOf(r, branch, namespace))
  const documents = new Map<string, Document>()
  const files: FileRead[] = []
  for (const row of rowsOf(branch, namespace)) {
    await breathe()
    const bytes = await read((r) => upstreamBytes(r, { sourceId, path: row.path }))
    files.push(fileRead(row, bytes && contentHash(bytes)))
    const document = bytes && format.read(bytes, viewOf(row))
    if (document && isWhole(document)) documents.set(row.language, document)
  }
  const bases = pluralBasesOf(format, {
    known: keys.map(({ unit }) => unit),
    files: [...documents].map(([language, { entries }]) => ({ language, entries: [...entries.values()] })),
    sourceLanguage,
  })
  const ids = new Set(keys.map(({ unit }) => unitId(unit)))
  const forms = new Map<string, ReadonlyMap<string, Forms>>()
  for (const [language, document] of documents) {
    await breathe()
    forms.set(language, formsIn(format, document, { bases, ids }))
  }
  return { from: readFrom(branch, { keys, files }), forms }
}

function formsIn(
  format: Format,
  { entries }: Document,
  { bases, ids }: { readonly bases: PluralBases; readonly ids: ReadonlySet<string> },
): ReadonlyMap<string, Forms> {
  const units = unitsOf(format, entries.values(), bases).map((unit) => [unitId(unit), unit.forms] as const)
  return new Map(units.filter(([id]) => ids.has(id)))
}

function keysOf(r: Reader, { projectId, sourceLanguage }: BranchWithFiles, namespace: string) {
  return unitsOfFile(r, projectId, sourceLanguage, namespace)
}

function rowsOf({ rows }: BranchWithFiles, namespace: string): readonly FileRow[] {
  return rows.filter((row) => row.namespace === namespace)
}

function fileRead({ path, language, side }: FileRow, hash: string | null): FileRead {
  return { path, language, side, hash }
}

function readFrom(
  { format, sourceLanguage }: BranchWithFiles,
  { keys, files }: { readonly keys: readonly UnitRow[]; readonly files: readonly FileRead[] },
): ReadFrom {
  return { format: format.id, sourceLanguage, keys: keys.map(({ unit }) => unitId(unit)), files }
}

import { stat } from 'node:fs/promises'
import { type Forms, unitId } from '@dragoman/core'
import { type Document, isWhole, pathFor } from '@dragoman/formats'
import {
  type FileRow,
  listFiles,
  listLanguages,
  noteAnyKeys,
  type OperationKind,
  type ProjectRow,
  projectById,
  setFileLimits,
  unitsOfFile,
  upsertFile,
} from '@dragoman/store'
import { applyToCatalog, isNewBase } from './apply-to-catalog.ts'
import type { SyncContext } from './context.ts'
import { type Place, viewOf } from './file-parts.ts'
import { type FromCatalog, readBatch } from './read-batch.ts'
import { readFileInside } from './read-locale-file.ts'
import type { Reading } from './reading.ts'
import { recoverWrites } from './recover-writes.ts'
import { type NamespaceInput, type NamespacePlan, planOf, type ReadFile } from './sync-namespace.ts'
import { changesForNewFile, markFile, type PartToWrite, type WrittenBack, writeBack } from './write-back.ts'

export type BatchRequest = {
  readonly paths: readonly string[]
  /** What the catalog has changed: it is merged although the file is as it was. */
  readonly fromCatalog: FromCatalog
  readonly kind: Extract<OperationKind, 'import' | 'sync'>
  /** The job that it is a part of. */
  readonly reading?: Reading | null
}

export type BatchResult = {
  /** Files or catalog changed. */
  readonly changed: number
  /** To be merged again: somebody wrote them meanwhile. */
  readonly again: readonly string[]
  /** States of files changed. */
  readonly filesChanged: boolean
  /** Some of the paths are links. */
  readonly linked: boolean
}

/**
 * Syncs some files both ways: reads, merges key by key with the catalog inside one write, then writes back. A
 * file that cannot be read takes no part; a file that is gone never removes anything from the catalog.
 */
export async function syncBatch(context: SyncContext, request: BatchRequest): Promise<BatchResult> {
  const { store, source, projectId, now } = context
  await recoverWrites(context)
  const at = now().toISOString()
  const { project, rows } = await store.read(async (r) => ({
    project: await projectById(r, projectId),
    rows: await listFiles(r, { sourceId: source.id }),
  }))
  if (project === null) return { changed: 0, again: [], filesChanged: false, linked: false }
  const { paths, fromCatalog } = request
  const { sourceLanguage } = project
  const read = await readBatch(context, { paths, fromCatalog, rows, sourceLanguage })
  for (const { state, problem, ...place } of read.states) await markFile(context, place, { state, problem })
  const { kept, detached } = await withoutRemovedLanguages(context, read.files)
  const inputs = await namespaceInputs(context, { project, files: kept, rows })
  const plans = await applyToCatalog(context, {
    project,
    inputs,
    kind: request.kind,
    reading: request.reading ?? null,
  })
  await keepFacts(context, kept)

  // Their bytes are in the catalog now and were never those at the path: that is merged next, and written.
  const again = forgetConcurrentWrites(context, paths)
  let changed = plans.changes
  for (const planned of plans.plans) {
    for (const [path, files] of groupByPath(planned.input.files)) {
      if (again.includes(path)) continue
      const outcome = await writeFile(context, planned, { path, files, sourceLanguage, at })
      if (outcome === 'written') changed += 1
      if (outcome === 'again') again.push(path)
    }
  }
  const isReachable = read.absent.length === 0 || (await isFolder(source.folder))
  for (const [path, places] of groupByPath(read.absent)) {
    // A folder that went away is not made anew: when it comes back, the files in it are merged.
    if (isReachable) changed += await makeFile(context, { path, places, project, rows, at })
    else for (const place of places) if (place.row !== null) await markFile(context, place, UNREACHABLE)
  }
  const filesChanged =
    changed > 0 || detached || read.states.length > 0 || kept.length > 0 || read.absent.length > 0
  return { changed, again, filesChanged, linked: read.linked }
}

/**
 * Remembers what each file can hold, so that the editor and the checks know it, and that all its keys were
 * taken.
 */
async function keepFacts({ store, source, format }: SyncContext, files: readonly ReadFile[]): Promise<void> {
  const facts = files.map(({ path, language, document, row }) => {
    const limits = format.limitsOf?.(document) ?? null
    const isSame = JSON.stringify(limits) === JSON.stringify(row?.limits ?? null)
    return { path, language, limits, isKnown: isSame && row?.hasAnyKeys !== false }
  })
  const news = facts.filter(({ isKnown }) => !isKnown)
  if (news.length === 0) return
  await store.write(async (w) => {
    const rows = await listFiles(w, { sourceId: source.id })
    const found = news.flatMap(({ path, language, limits }) => {
      const row = rows.find((one) => one.path === path && one.language === language)
      return row === undefined ? [] : [{ id: row.id, limits }]
    })
    for (const { id, limits } of found) await setFileLimits(w, { fileId: id, limits })
    await noteAnyKeys(
      w,
      found.map(({ id }) => id),
    )
  })
}

const UNREACHABLE = { state: 'missing', problem: { code: 'source-unreachable' } } as const

/** Lets go of what was read instead of the files; answers which those are. */
function forgetConcurrentWrites({ concurrentWrites }: SyncContext, paths: readonly string[]): string[] {
  const read = paths.filter((path) => concurrentWrites.has(path))
  for (const path of read) {
    const later = concurrentWrites.get(path)?.slice(1) ?? []
    if (later.length > 0) concurrentWrites.set(path, later)
    else concurrentWrites.delete(path)
  }
  return read
}

/** The parts of each file, in their order. */
function groupByPath<T extends Place>(places: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const place of places) {
    const group = groups.get(place.path)
    if (group === undefined) groups.set(place.path, [place])
    else group.push(place)
  }
  return groups
}

/** Writes back what the plan says of the parts of one file. */
async function writeFile(
  context: SyncContext,
  planned: NamespacePlan,
  {
    path,
    files,
    sourceLanguage,
    at,
  }: { path: string; files: readonly ReadFile[]; sourceLanguage: string; at: string },
): Promise<WrittenBack> {
  const { plan } = planned
  const parts = files.flatMap((file): PartToWrite[] => {
    const filePlan = planOf(planned, file)
    if (filePlan === undefined) return []
    return [{ place: file, document: file.document, plan: filePlan, isTaken: isNewBase(file) }]
  })
  const [first] = files
  if (first === undefined) return 'same'
  const { hash, bytes } = first
  const sourceOf = (id: string): Forms | undefined => plan.sources.get(id)?.forms
  return writeBack(context, {
    path,
    parts,
    hash,
    bytes,
    model: null,
    sourceLanguage,
    sourceOf,
    keyIds: plan.keyIds,
    at,
  })
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false // gone is an answer
}

/**
 * A language that was removed here stays removed although its file lies there; should it come back, the file
 * is read as if new.
 */
async function withoutRemovedLanguages(
  context: SyncContext,
  files: readonly ReadFile[],
): Promise<{ kept: ReadFile[]; detached: boolean }> {
  const known = new Set(
    (await context.store.read((r) => listLanguages(r, context.projectId))).map((row) => row.tag),
  )
  const kept = files.filter((file) => file.row === null || known.has(file.language))
  const dropped = files.filter((file) => !kept.includes(file))
  for (const { path, language, namespace, side } of dropped) {
    const nothing = { state: 'in-step', problem: null, entries: 0, syncedAt: null } as const
    await context.store.write((w) =>
      upsertFile(w, { sourceId: context.source.id, path, language, namespace, side, ...nothing }),
    )
  }
  return { kept, detached: dropped.length > 0 }
}

/** Puts the files of each namespace together with what else decides about its keys. */
async function namespaceInputs(
  context: SyncContext,
  { project, files, rows }: { project: ProjectRow; files: readonly ReadFile[]; rows: readonly FileRow[] },
): Promise<NamespaceInput[]> {
  const groups = new Map<string, ReadFile[]>()
  for (const file of files) groups.set(file.namespace, [...(groups.get(file.namespace) ?? []), file])
  const inputs: NamespaceInput[] = []
  for (const [namespace, group] of groups) {
    const inGroup = new Set(group.map((file) => `${file.path}\n${file.language}`))
    const rest = rows.filter(
      (row) => row.namespace === namespace && !inGroup.has(`${row.path}\n${row.language}`),
    )
    const changedOnDisk = group.some((file) => file.base !== file.document)
    const sourceRow = rest.find((row) => row.language === project.sourceLanguage)
    const sourceDocument = changedOnDisk && sourceRow ? await documentOf(context, sourceRow) : null
    const others: Document[] = []
    if (group.some(lostEntries)) {
      for (const row of rest) {
        const document = row === sourceRow ? null : await documentOf(context, row)
        if (document !== null) others.push(document)
      }
    }
    const { id: projectId, sourceLanguage } = project
    inputs.push({
      projectId,
      format: context.format,
      sourceLanguage,
      namespace,
      files: group,
      sourceDocument,
      others,
    })
  }
  return inputs
}

function lostEntries({ base, document }: ReadFile): boolean {
  if (base === null || base === document) return false
  for (const name of base.entries.keys()) if (!document.entries.has(name)) return true
  return false
}

async function documentOf({ source, format }: SyncContext, row: FileRow): Promise<Document | null> {
  const file = await readFileInside(source.folder, row.path)
  if (file.kind !== 'bytes') return null
  const document = format.read(file.bytes, viewOf(row))
  return isWhole(document) ? document : null
}

/** Makes the file of languages that have their first text, in the style of the source language's file. */
async function makeFile(
  context: SyncContext,
  {
    path,
    places,
    project,
    rows,
    at,
  }: { path: string; places: readonly Place[]; project: ProjectRow; rows: readonly FileRow[]; at: string },
): Promise<number> {
  const { store, format } = context
  const { sourceLanguage } = project
  const namespace = places[0]?.namespace ?? ''
  const unitsIn = (language: string) => store.read((r) => unitsOfFile(r, project.id, language, namespace))
  const parts: PartToWrite[] = []
  const keyIds = new Map<string, number>()
  for (const place of places) {
    const rowsHere = await unitsIn(place.language)
    for (const { keyId, unit } of rowsHere) keyIds.set(unitId(unit), keyId)
    const order = rowsHere.map((row) => row.unit)
    const toFile = changesForNewFile(order, format)
    // The texts to translate come with the file of the first translation.
    if (toFile.length > 0 && !(format.languages === 'two' && place.side === 'source')) {
      parts.push({ place, document: null, plan: { toFile, order }, isTaken: false })
    }
  }
  if (parts.length === 0) return 0
  const sources = new Map<string, Forms>()
  if (format.languages === 'two')
    for (const { unit } of await unitsIn(sourceLanguage)) sources.set(unitId(unit), unit.forms)
  const models = rows.filter((row) => row.path !== path && row.state !== 'missing')
  const model =
    models.find((row) => row.namespace === namespace && row.language === sourceLanguage) ??
    models.find((row) => row.namespace === namespace) ??
    models[0]
  const outcome = await writeBack(context, {
    path,
    parts,
    hash: null,
    bytes: null,
    model: model === undefined ? null : await documentOf(context, model),
    sourceLanguage,
    sourceOf: (id) => sources.get(id),
    keyIds,
    at,
  })
  return outcome === 'written' ? 1 : 0
}

/** Where the file of a language and namespace is, or would be. */
export function pathOf(
  pattern: string,
  rows: readonly FileRow[],
  {
    languageAsWritten,
    language,
    namespace,
  }: { languageAsWritten: string; language: string; namespace: string },
): string {
  const row = rows.find((candidate) => candidate.language === language && candidate.namespace === namespace)
  return row?.path ?? pathFor(pattern, languageAsWritten, namespace)
}

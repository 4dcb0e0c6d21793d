import { type Forms, groupBy, NO_FORMER_NAMES, unitId } from '@dragoman/core'
import type { Document } from '@dragoman/formats'
import {
  type FileRow,
  listFiles,
  listLanguages,
  type ProjectRow,
  packBytes,
  projectById,
  unitsOfFile,
  unitsOfKeys,
} from '@dragoman/store'
import { changesOfTexts } from '../changed-texts.ts'
import {
  changesForNewFile,
  type EditedFile,
  type EditRequest,
  editFile,
  type PartToWrite,
} from '../edit-file.ts'
import { type Place, viewOf } from '../file-parts.ts'
import { hashOf } from '../hash-of.ts'
import { addsEntries, spliceReturned } from '../splice-returned.ts'
import { changedListOf } from '../whole-lists.ts'
import { formerNamesOf, keysWithoutEntry } from './former-names-of.ts'
import { documentOf, type FilesOfSource, namespaceInputs, planInFull } from './namespace-inputs.ts'
import { readBatch } from './read-batch.ts'
import type {
  DraftAccess,
  DraftFile,
  DraftPart,
  DraftRequest,
  NewFile,
  PackedFile,
  SyncDraft,
} from './sync-draft.ts'
import { type NamespacePlan, planOf, type ReadFile } from './sync-namespace.ts'

/**
 * Reads some files and the catalog and drafts what a sync does to both, without changing anything. Null: the
 * project no longer exists.
 */
export async function draftSync(access: DraftAccess, request: DraftRequest): Promise<SyncDraft | null> {
  const { source, projectId } = request
  // Read first: anything saved from now on gives the project another revision.
  const project = await access.read((r) => projectById(r, projectId))
  if (project === null) return null
  const rows = await access.read((r) => listFiles(r, { sourceId: source.id }))
  const { sourceLanguage } = project
  const read = await readBatch(access, { ...request, rows, sourceLanguage })
  const known = new Set((await access.read((r) => listLanguages(r, projectId))).map((row) => row.tag))
  // A language that was removed here stays removed although files of it exist, or are added; if it is added again,
  // they are read as new.
  const removed = removedLanguages(rows, known)
  const kept = read.files.filter(({ row, language }) =>
    row === null ? !request.onlyKnown && !removed.has(language) : known.has(language),
  )
  const ofSource = { source, rows }
  const quick = await editChangedTexts(access, { project, files: kept, ofSource })
  const rest = kept.filter((file) => !quick.has(file.path))
  const plans: NamespacePlan[] = []
  const inputs = await namespaceInputs(access, { project, files: rest, ofSource, begunBy: request.begunBy })
  for (const input of inputs) plans.push(await planInFull(access, input, ofSource))
  const edited: DraftFile[] = []
  for (const planned of plans)
    for (const [path, files] of groupBy(planned.input.files, ({ path }) => path))
      edited.push(await draftFile(access, planned, { path, files, ofSource }))
  const newFiles: NewFile[] = []
  for (const [path, places] of groupBy(read.absent, ({ path }) => path))
    newFiles.push(...(await draftNewFile(access, { path, places, project, ofSource })))
  return {
    revision: project.revision,
    changes: plans.flatMap(({ plan }) => plan.changes),
    newNamespaces: inputs.filter(({ isNew }) => isNew).map(({ namespace }) => namespace),
    files: [...quick.values(), ...edited],
    newFiles,
    states: read.states,
    movedTo: plans.flatMap(({ movedTo }) => movedTo),
    detached: read.files
      .filter((file) => !kept.includes(file) && (file.row !== null || removed.has(file.language)))
      .map(placeOnly),
    displaced: read.displaced,
    linked: read.linked,
    baseHashes: read.baseHashes,
  }
}

/** Returns languages that the project lacks although files of them were read once. */
function removedLanguages(rows: readonly FileRow[], known: ReadonlySet<string>): ReadonlySet<string> {
  // A new file that was never valid has not added its language.
  const wasRead = ({ syncedAt, state }: FileRow) =>
    syncedAt !== null || state === 'in-step' || state === 'missing'
  return new Set(rows.flatMap((row) => (wasRead(row) && !known.has(row.language) ? [row.language] : [])))
}

/**
 * Returns files that have not changed since the last sync, if the changed texts of the catalog are known:
 * only these are processed. By path.
 */
async function editChangedTexts(
  access: DraftAccess,
  {
    project,
    files,
    ofSource,
  }: {
    readonly project: ProjectRow
    readonly files: readonly ReadFile[]
    readonly ofSource: FilesOfSource
  },
): Promise<ReadonlyMap<string, DraftFile>> {
  const { format } = access
  const { id: projectId, sourceLanguage } = project
  const edited = new Map<string, DraftFile>()
  for (const [path, parts] of groupBy(files, ({ path }) => path)) {
    const toWrite: PartToWrite[] = []
    const keyIds = new Map<string, number>()
    for (const file of parts) {
      const { changedTexts, language, namespace, document } = file
      if (changedTexts === 'any' || !isInStep(file)) break
      const request = { projectId, language, namespace, keyIds: [...changedTexts] }
      const rows = await access.read((r) => unitsOfKeys(r, request))
      const toFile = changesOfTexts({ format, sourceLanguage, document, rows })
      if (toFile === null) break
      for (const { keyId, unit } of rows) keyIds.set(unitId(unit), keyId)
      toWrite.push({ place: file, document, plan: { toFile, order: [] } })
    }
    if (toWrite.length < parts.length) continue
    const [first] = parts
    if (first === undefined) continue
    const next = editFile({
      format,
      parts: toWrite,
      file: first,
      model: needsModel(access, toWrite)
        ? await sourceDocumentFor(access, { ...first, sourceLanguage }, ofSource)
        : null,
      sourceLanguage,
      keyIds,
      sourceOf: () => undefined,
      // Only texts of keys that the file has under their names.
      formerNames: NO_FORMER_NAMES,
    })
    const drafted = toWrite.map(({ plan }, index) =>
      draftPart(access, parts[index] ?? first, { isInStep: plan.toFile.length === 0 }),
    )
    const { bytes, hash } = first
    edited.set(path, { path, bytes, hash, newBase: null, parts: drafted, next: packed(next) })
  }
  return edited
}

/** Whether file and catalog agreed in everything since the last sync, except for what was saved. */
function isInStep({ row, base, document }: ReadFile): boolean {
  return (
    row !== null &&
    row.state === 'in-step' &&
    row.held.length === 0 &&
    row.conflicts === 0 &&
    base === document
  )
}

function draftPart(
  { format }: DraftAccess,
  file: ReadFile,
  {
    isInStep,
    conflicts = [],
    conflictRows = [],
  }: Pick<DraftPart, 'isInStep'> & Partial<Pick<DraftPart, 'conflicts' | 'conflictRows'>>,
): DraftPart {
  const { document, base, row } = file
  const isChanged = row === null || base !== document
  return {
    ...placeOnly(file),
    entries: document.entries.size,
    limits: format.limitsOf?.(document) ?? null,
    isChanged,
    // Bytes that are no longer in any file are not a base: the file's current content does not come from
    // them.
    isNewBase: isChanged && !file.isOvertaken,
    isInStep,
    conflicts,
    conflictRows,
  }
}

function placeOnly({ path, language, namespace, side, row }: Place): Place {
  return { path, language, namespace, side, row }
}

/** Returns one file by its namespace's plan. */
async function draftFile(
  access: DraftAccess,
  planned: NamespacePlan,
  {
    path,
    files,
    ofSource,
  }: { readonly path: string; readonly files: readonly ReadFile[]; readonly ofSource: FilesOfSource },
): Promise<DraftFile> {
  const { plan, input, conflicts } = planned
  const { namespace, sourceLanguage } = input
  const parts: DraftPart[] = []
  const toWrite: PartToWrite[] = []
  for (const file of files) {
    const filePlan = planOf(planned, file)
    if (filePlan === undefined) continue
    parts.push(
      draftPart(access, file, {
        isInStep: filePlan.toFile.length === 0,
        conflicts: filePlan.conflicts.map((one) => ({ ...one, keyId: plan.keyIds.get(one.id) ?? null })),
        conflictRows: conflicts.get(file) ?? [],
      }),
    )
    toWrite.push({ place: file, document: file.document, plan: filePlan })
  }
  const { bytes, hash } = files[0] ?? { bytes: new Uint8Array(), hash: '' }
  const request: EditRequest = {
    format: access.format,
    parts: toWrite,
    file: { bytes, hash },
    model: needsModel(access, toWrite)
      ? (input.sourceDocument ??
        input.files.find((one) => one.language === sourceLanguage && one.path !== path)?.document ??
        (await sourceDocumentFor(access, { path, namespace, sourceLanguage }, ofSource)))
      : null,
    sourceLanguage,
    keyIds: plan.keyIds,
    sourceOf: (id) => plan.sources.get(id)?.forms,
    formerNames: planned.formerNames,
  }
  const next = await withReturned(access, request, {
    path,
    projectId: input.projectId,
    rows: ofSource.rows,
    edited: editFile(request),
  })
  const newBase = parts.some(({ isNewBase }) => isNewBase) ? packBytes(bytes) : null
  return { path, bytes, hash, newBase, parts, next: packed(next) }
}

/** Puts entries that come back where they were, if no one else has seen the file without them. */
async function withReturned(
  { files, read }: DraftAccess,
  request: EditRequest,
  {
    path,
    projectId,
    rows,
    edited,
  }: {
    readonly path: string
    readonly projectId: number
    readonly rows: readonly FileRow[]
    readonly edited: EditedFile | null
  },
): Promise<EditedFile | null> {
  const { parts } = request
  const after = edited?.isWhole ? edited.replacement : null
  if (!edited || !after || !parts.some(({ plan }) => addsEntries(plan.toFile))) return edited
  const upstream = (await files.upstreamOf?.(path)) ?? null
  if (upstream === null) return edited
  const others = rows
    .filter((row) => row.path === path && !parts.some(({ place }) => place.language === row.language))
    .map((row): PartToWrite => ({ place: { ...row, row }, document: null, plan: { toFile: [], order: [] } }))
  const { keyIds } = request
  const there = parts.map(({ place }) => request.format.read(upstream, viewOf(place)))
  const moved = keysWithoutEntry(parts[0]?.plan.order ?? [], there)
  const formerNames = await read((r) => formerNamesOf(r, { projectId, keyIds }, moved))
  const splicing = { ...request, upstream, edited: after.bytes, parts: [...parts, ...others], formerNames }
  const bytes = spliceReturned(splicing)
  return bytes === null ? edited : { ...edited, replacement: { bytes, hash: hashOf(bytes) } }
}

/** Whether changes of a file need details that only the file of the source language has. */
function needsModel({ format }: DraftAccess, parts: readonly PartToWrite[]): boolean {
  return parts.some(({ plan: { toFile } }) =>
    format.sharesDetails
      ? toFile.length > 0
      : addsEntries(toFile) || toFile.some((change) => changedListOf(format, change) !== null),
  )
}

/** Returns the file of the source texts; null: it is the same file, or there is none. */
async function sourceDocumentFor(
  access: DraftAccess,
  {
    path,
    namespace,
    sourceLanguage,
  }: Pick<Place, 'path' | 'namespace'> & { readonly sourceLanguage: string },
  { source, rows }: FilesOfSource,
): Promise<Document | null> {
  const row = rows.find(
    (one) => one.namespace === namespace && one.language === sourceLanguage && one.state !== 'missing',
  )
  return row === undefined || row.path === path ? null : documentOf(access, source, row)
}

/** Returns a new file for languages with their first text, in the style of the source language's file. */
async function draftNewFile(
  access: DraftAccess,
  {
    path,
    places,
    project,
    ofSource,
  }: {
    readonly path: string
    readonly places: readonly Place[]
    readonly project: ProjectRow
    readonly ofSource: FilesOfSource
  },
): Promise<NewFile[]> {
  const { format, read } = access
  const { sourceLanguage } = project
  const namespace = places[0]?.namespace ?? ''
  const unitsIn = (language: string) => read((r) => unitsOfFile(r, project.id, language, namespace))
  const parts: PartToWrite[] = []
  const keyIds = new Map<string, number>()
  for (const place of places) {
    const rowsHere = await unitsIn(place.language)
    for (const { keyId, unit } of rowsHere) keyIds.set(unitId(unit), keyId)
    const order = rowsHere.map((row) => row.unit)
    const toFile = changesForNewFile(order, format)
    // The source texts come with the file of the first translation.
    if (toFile.length > 0 && !(format.languages === 'two' && place.side === 'source'))
      parts.push({ place, document: null, plan: { toFile, order } })
  }
  if (parts.length === 0) return []
  const sources = new Map<string, Forms>()
  if (format.languages === 'two')
    for (const { unit } of await unitsIn(sourceLanguage)) sources.set(unitId(unit), unit.forms)
  const models = ofSource.rows.filter((row) => row.path !== path && row.state !== 'missing')
  const model =
    models.find((row) => row.namespace === namespace && row.language === sourceLanguage) ??
    models.find((row) => row.namespace === namespace) ??
    models[0]
  const edited = editFile({
    format,
    parts,
    file: null,
    model: model === undefined ? null : await documentOf(access, ofSource.source, model),
    sourceLanguage,
    sourceOf: (id) => sources.get(id),
    keyIds,
    formerNames: NO_FORMER_NAMES,
  })
  const next = packed(edited)
  return next === null ? [] : [{ path, parts: parts.map(({ place }) => placeOnly(place)), next }]
}

function packed(edited: EditedFile | null): PackedFile | null {
  if (edited === null) return null
  const { replacement } = edited
  return { ...edited, replacement: replacement && { ...replacement, packed: packBytes(replacement.bytes) } }
}

import { type Forms, unitId } from '@dragoman/core'
import { type Document, isWhole } from '@dragoman/formats'
import {
  type FileRow,
  keysAddedBy,
  listFiles,
  listLanguages,
  type ProjectRow,
  packBytes,
  projectById,
  unitsOfFile,
  unitsOfKeys,
} from '@dragoman/store'
import { changesOfTexts } from '../changed-texts.ts'
import { changesForNewFile, type EditedFile, editFile, type PartToWrite } from '../edit-file.ts'
import { type Place, viewOf } from '../file-parts.ts'
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
import {
  type NamespaceInput,
  type NamespacePlan,
  planNamespace,
  planOf,
  type ReadFile,
} from './sync-namespace.ts'

/**
 * Reads some files and the catalog and works out what a sync does to both. Changes nothing. Null: there is no
 * such project any more.
 */
export async function draftSync(access: DraftAccess, request: DraftRequest): Promise<SyncDraft | null> {
  const { source, projectId } = request
  // Read first: what is saved from now on gives the project another revision.
  const project = await access.read((r) => projectById(r, projectId))
  if (project === null) return null
  const rows = await access.read((r) => listFiles(r, { sourceId: source.id }))
  const { sourceLanguage } = project
  const read = await readBatch(access, { ...request, rows, sourceLanguage })
  const known = new Set((await access.read((r) => listLanguages(r, projectId))).map((row) => row.tag))
  // A language that was removed here stays removed although its file lies there; should it come back, the
  // file is read as if new.
  const kept = read.files.filter(({ row, language }) =>
    row === null ? !request.onlyKnown : known.has(language),
  )
  const quick = await editChangedTexts(access, { project, files: kept })
  const rest = kept.filter((file) => !quick.has(file.path))
  const plans: NamespacePlan[] = []
  const inputs = await namespaceInputs(access, { project, files: rest, rows, begunBy: request.begunBy })
  for (const input of inputs) plans.push(await access.read((r) => planNamespace(r, input)))
  const edited = plans.flatMap((planned) =>
    [...groupByPath(planned.input.files)].map(([path, files]) => draftFile(access, planned, { path, files })),
  )
  const newFiles: NewFile[] = []
  for (const [path, places] of groupByPath(read.absent))
    newFiles.push(...(await draftNewFile(access, { path, places, project, rows })))
  return {
    revision: project.revision,
    changes: plans.flatMap(({ plan }) => plan.changes),
    newNamespaces: inputs.filter(({ isNew }) => isNew).map(({ namespace }) => namespace),
    files: [...quick.values(), ...edited],
    newFiles,
    states: read.states,
    detached: read.files.filter((file) => file.row !== null && !kept.includes(file)).map(placeOnly),
    linked: read.linked,
    baseHashes: read.baseHashes,
  }
}

/**
 * Files that have not changed since the last sync, and of which it is known which texts the catalog has
 * changed: only these are looked at. By path.
 */
async function editChangedTexts(
  access: DraftAccess,
  { project, files }: { readonly project: ProjectRow; readonly files: readonly ReadFile[] },
): Promise<ReadonlyMap<string, DraftFile>> {
  const { format } = access
  const { id: projectId, sourceLanguage } = project
  const edited = new Map<string, DraftFile>()
  for (const [path, parts] of groupByPath(files)) {
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
      model: null,
      sourceLanguage,
      keyIds,
      sourceOf: () => undefined,
    })
    const drafted = toWrite.map(({ plan }, index) =>
      draftPart(access, parts[index] ?? first, { isInStep: plan.toFile.length === 0 }),
    )
    const { bytes, hash } = first
    edited.set(path, { path, bytes, hash, newBase: null, parts: drafted, next: packed(next) })
  }
  return edited
}

/** File and catalog have agreed in everything since the last sync but for what was saved. */
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
    // Bytes that stand nowhere any more are no base: what stands there now does not come from them.
    isNewBase: isChanged && !file.isOvertaken,
    isInStep,
    conflicts,
    conflictRows,
  }
}

function placeOnly({ path, language, namespace, side, row }: Place): Place {
  return { path, language, namespace, side, row }
}

/** One file as its namespace's plan says. */
function draftFile(
  access: DraftAccess,
  planned: NamespacePlan,
  { path, files }: { readonly path: string; readonly files: readonly ReadFile[] },
): DraftFile {
  const { plan, input, conflicts } = planned
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
  const next = editFile({
    format: access.format,
    parts: toWrite,
    file: { bytes, hash },
    model: null,
    sourceLanguage: input.sourceLanguage,
    keyIds: plan.keyIds,
    sourceOf: (id) => plan.sources.get(id)?.forms,
  })
  const newBase = parts.some(({ isNewBase }) => isNewBase) ? packBytes(bytes) : null
  return { path, bytes, hash, newBase, parts, next: packed(next) }
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

/** Puts the files of each namespace together with what else decides about its keys. */
async function namespaceInputs(
  access: DraftAccess,
  {
    project,
    files,
    rows,
    begunBy,
  }: {
    readonly project: ProjectRow
    readonly files: readonly ReadFile[]
    readonly rows: readonly FileRow[]
    readonly begunBy: number | null
  },
): Promise<NamespaceInput[]> {
  const { format } = access
  const { id: projectId, sourceLanguage } = project
  const groups = new Map<string, ReadFile[]>()
  for (const file of files) groups.set(file.namespace, [...(groups.get(file.namespace) ?? []), file])
  const inputs: NamespaceInput[] = []
  for (const [namespace, group] of groups) {
    const inGroup = new Set(group.map((file) => `${file.path}\n${file.language}`))
    const rest = rows.filter(
      (row) => row.namespace === namespace && !inGroup.has(`${row.path}\n${row.language}`),
    )
    const isChanged = group.some((file) => file.base !== file.document)
    const sourceRow = rest.find((row) => row.language === sourceLanguage)
    const sourceDocument = isChanged && sourceRow ? await documentOf(access, sourceRow) : null
    const others: Document[] = []
    if (group.some(lostEntries)) {
      for (const row of rest) {
        const document = row === sourceRow ? null : await documentOf(access, row)
        if (document !== null) others.push(document)
      }
    }
    const isNew = rest.length === 0 && group.every(({ row }) => row === null)
    const taken =
      isNew && begunBy !== null
        ? await access.read((r) => keysAddedBy(r, { projectId, namespace, operationId: begunBy }))
        : NOTHING_TAKEN
    inputs.push({
      projectId,
      format,
      sourceLanguage,
      namespace,
      files: group,
      sourceDocument,
      others,
      isNew,
      taken,
    })
  }
  return inputs
}

const NOTHING_TAKEN: ReadonlySet<string> = new Set()

function lostEntries({ base, document }: ReadFile): boolean {
  if (base === null || base === document) return false
  for (const name of base.entries.keys()) if (!document.entries.has(name)) return true
  return false
}

async function documentOf({ files, format }: DraftAccess, row: FileRow): Promise<Document | null> {
  const file = await files.read(row.path)
  if (file.kind !== 'bytes') return null
  const document = format.read(file.bytes, viewOf(row))
  return isWhole(document) ? document : null
}

/** The file of languages that have their first text, in the style of the source language's file. */
async function draftNewFile(
  access: DraftAccess,
  {
    path,
    places,
    project,
    rows,
  }: {
    readonly path: string
    readonly places: readonly Place[]
    readonly project: ProjectRow
    readonly rows: readonly FileRow[]
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
    // The texts to translate come with the file of the first translation.
    if (toFile.length > 0 && !(format.languages === 'two' && place.side === 'source'))
      parts.push({ place, document: null, plan: { toFile, order } })
  }
  if (parts.length === 0) return []
  const sources = new Map<string, Forms>()
  if (format.languages === 'two')
    for (const { unit } of await unitsIn(sourceLanguage)) sources.set(unitId(unit), unit.forms)
  const models = rows.filter((row) => row.path !== path && row.state !== 'missing')
  const model =
    models.find((row) => row.namespace === namespace && row.language === sourceLanguage) ??
    models.find((row) => row.namespace === namespace) ??
    models[0]
  const edited = editFile({
    format,
    parts,
    file: null,
    model: model === undefined ? null : await documentOf(access, model),
    sourceLanguage,
    sourceOf: (id) => sources.get(id),
    keyIds,
  })
  const next = packed(edited)
  return next === null ? [] : [{ path, parts: parts.map(({ place }) => placeOnly(place)), next }]
}

function packed(edited: EditedFile | null): PackedFile | null {
  if (edited === null) return null
  const { replacement } = edited
  return { ...edited, replacement: replacement && { ...replacement, packed: packBytes(replacement.bytes) } }
}

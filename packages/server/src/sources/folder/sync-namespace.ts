import { type Forms, hasText, sameForms, type UnitConflict, unitId } from '@dragoman/core'
import { type Document, type Format, isWhole } from '@dragoman/formats'
import {
  type ConflictRow,
  deleteConflict,
  type FileRow,
  history,
  listConflicts,
  listLanguages,
  putConflict,
  type Reader,
  type UnitRow,
  unitsOfFile,
  type Writer,
} from '@dragoman/store'
import { type FilePlan, type FileSide, type NamespaceSides, planSync, type SyncPlan } from './plan-sync.ts'

/** A file that was read and is whole, with what the store knows of it. */
export type ReadFile = {
  readonly path: string
  readonly language: string
  readonly namespace: string
  readonly bytes: Uint8Array
  readonly hash: string
  readonly document: Document
  readonly base: Document | null
  /** Null: the store has not met it yet. */
  readonly row: FileRow | null
}

export type NamespaceInput = {
  readonly projectId: number
  readonly sourceLanguage: string
  readonly namespace: string
  readonly files: readonly ReadFile[]
  readonly sourceDocument: Document | null
  readonly others: readonly Document[]
}

/** A plan with the conflict rows it was made with. */
export type NamespacePlan = {
  readonly input: NamespaceInput
  readonly plan: SyncPlan
  readonly conflicts: ReadonlyMap<string, readonly ConflictRow[]>
}

/** Plans the sync of a namespace against the catalog as this reader sees it. */
export async function planNamespace(r: Reader, input: NamespaceInput): Promise<NamespacePlan> {
  const { projectId, sourceLanguage, namespace, files } = input
  const conflicts = new Map<string, readonly ConflictRow[]>()
  for (const { path, row } of files) {
    conflicts.set(path, row === null ? [] : await listConflicts(r, projectId, { fileId: row.id }))
  }
  const sides: NamespaceSides = {
    namespace,
    sourceLanguage,
    sourceDocument: input.sourceDocument,
    others: input.others,
    files: files.map(
      ({ path, language, document, base }): FileSide => ({ path, language, document, base, conflicts: conflicts.get(path) ?? [] }),
    ),
    ours: await catalogSide(r, input),
  }
  const plan = planSync(sides)
  const own = await ownWrites(r, input, plan)
  if (own.size === 0) return { input, plan, conflicts }
  const known = sides.files.map((file) => ({ ...file, conflicts: [...file.conflicts, ...(own.get(file.path) ?? [])] }))
  return { input, plan: planSync({ ...sides, files: known }), conflicts }
}

const LOOKED_BACK = 100

/**
 * Conflicts with ourselves: a process that ends between writing a file and remembering it leaves a text in the file that the catalog
 * had since the last sync. These count as settled with that text as their base.
 */
async function ownWrites(r: Reader, { projectId, files }: NamespaceInput, plan: SyncPlan): Promise<Map<string, readonly ConflictRow[]>> {
  const own = new Map<string, readonly ConflictRow[]>()
  for (const { path, conflicts } of plan.files) {
    const file = files.find((candidate) => candidate.path === path)
    const since = file?.row?.syncedAt ?? null
    if (file === undefined || file.row === null || since === null) continue
    const found: ConflictRow[] = []
    for (const { id, base, theirs, ours } of conflicts) {
      const keyId = plan.keyIds.get(id)
      if (keyId === undefined || theirs === null || !hasText(theirs.forms)) continue
      const said = await history(r, { projectId, keyId, language: file.language, limit: LOOKED_BACK })
      if (!said.some(({ at, forms }) => at >= since && sameForms(forms, theirs.forms))) continue
      found.push({
        id: 0,
        fileId: file.row.id,
        language: file.language,
        namespace: file.namespace,
        name: theirs.name,
        plural: theirs.plural,
        path: theirs.path,
        keyId,
        base: formsOf(base),
        theirs: theirs.forms,
        ours: formsOf(ours),
        state: 'settled',
        createdAt: since,
      })
    }
    if (found.length > 0) own.set(path, found)
  }
  return own
}

/** Where only the catalog changed, the texts of the files' own languages are enough. */
async function catalogSide(r: Reader, { projectId, namespace, files }: NamespaceInput): Promise<ReadonlyMap<string, readonly UnitRow[]>> {
  const changedOnDisk = files.some((file) => file.base !== file.document)
  const own = new Set(files.map((file) => file.language))
  const ours = new Map<string, readonly UnitRow[]>()
  for (const { tag } of await listLanguages(r, projectId)) {
    if (changedOnDisk || own.has(tag)) ours.set(tag, await unitsOfFile(r, projectId, tag, namespace))
  }
  return ours
}

/** True where the plan needs the store to be written. */
export function writesCatalog({ plan, conflicts }: NamespacePlan): boolean {
  if (plan.changes.length > 0) return true
  return plan.files.some((file) => {
    const rows = conflicts.get(file.path) ?? []
    return file.conflicts.length > 0 || rows.some((row) => row.state === 'open')
  })
}

/**
 * Writes the conflicts of one file: new ones come, those that are none any more go. Settled ones stay until the file has been written,
 * because until then they say what the file's text was when a person decided.
 */
export async function writeConflicts(
  w: Writer,
  {
    file,
    fileId,
    rows,
    keyIds,
    at,
  }: { file: FilePlan; fileId: number; rows: readonly ConflictRow[]; keyIds: ReadonlyMap<string, number>; at: string },
): Promise<void> {
  const still = new Set<string>()
  for (const conflict of file.conflicts) {
    still.add(conflict.id)
    const known = rows.find((row) => unitId(row) === conflict.id && row.state === 'open')
    if (known !== undefined && sameConflict(known, conflict)) continue
    const unit = conflict.ours ?? conflict.theirs ?? conflict.base
    if (unit === null) continue
    await putConflict(w, {
      fileId,
      name: unit.name,
      plural: unit.plural,
      path: unit.path,
      keyId: keyIds.get(conflict.id) ?? null,
      base: formsOf(conflict.base),
      theirs: formsOf(conflict.theirs),
      ours: formsOf(conflict.ours),
      at,
    })
  }
  for (const row of rows) if (row.state === 'open' && !still.has(unitId(row))) await deleteConflict(w, row.id)
}

function sameConflict(row: ConflictRow, { base, theirs, ours }: UnitConflict): boolean {
  return sameForms(row.base, formsOf(base)) && sameForms(row.theirs, formsOf(theirs)) && sameForms(row.ours, formsOf(ours))
}

function formsOf(unit: { readonly forms: Forms } | null): Forms {
  return unit?.forms ?? {}
}

/** The last synced state of a file, where it is whole. */
export function baseDocument(format: Format, bytes: Uint8Array | null): Document | null {
  if (bytes === null) return null
  const document = format.read(bytes)
  return isWhole(document) ? document : null
}

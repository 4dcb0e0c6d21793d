import { type Forms, hasText, sameForms } from '@dragoman/core'
import type { Document, Format } from '@dragoman/formats'
import {
  type ConflictRow,
  history,
  listConflicts,
  listLanguages,
  type Reader,
  type UnitRow,
  unitsOfFile,
} from '@dragoman/store'
import type { ChangedTexts } from '../due-files.ts'
import type { Place } from '../file-parts.ts'
import { type FilePart, type FilePlan, type NamespaceSides, planSync, type SyncPlan } from '../plan-sync.ts'

/**
 * A part of a file that was read and is whole, with what the store knows of it. Parts of one file have the
 * same bytes.
 */
export type ReadFile = Place & {
  readonly bytes: Uint8Array
  readonly hash: string
  readonly document: Document
  readonly base: Document | null
  /** These bytes stand nowhere on disk any more. */
  readonly isOvertaken: boolean
  readonly ownWrites: FilePart['ownWrites']
  /** What the catalog has changed of it, where the file is as it was last synced. */
  readonly changedTexts: ChangedTexts
}

export type NamespaceInput = {
  readonly projectId: number
  readonly format: Format
  readonly sourceLanguage: string
  readonly namespace: string
  readonly files: readonly ReadFile[]
  readonly sourceDocument: Document | null
  readonly others: readonly Document[]
  /** All files of the namespace come for the first time. */
  readonly isNew: boolean
  /** Unit ids of what an earlier step of the job has taken from these files. */
  readonly taken: ReadonlySet<string>
}

/** A plan with the conflict rows it was made with. */
export type NamespacePlan = {
  readonly input: NamespaceInput
  readonly plan: SyncPlan
  readonly conflicts: ReadonlyMap<ReadFile, readonly ConflictRow[]>
}

/** What becomes of one part of a file. */
export function planOf({ plan }: NamespacePlan, { path, language }: ReadFile): FilePlan | undefined {
  return plan.files.find((candidate) => candidate.path === path && candidate.language === language)
}

/** Plans the sync of a namespace against the catalog as this reader sees it. */
export async function planNamespace(r: Reader, input: NamespaceInput): Promise<NamespacePlan> {
  const isNew = input.files.every(({ row }) => row === null)
  const planned = await planAgainst(r, input, isNew ? 'their-languages' : 'all-languages')
  // Keys that turn out to be forms of one plural are put together in every language.
  const isShort = isNew && planned.plan.changes.some(({ kind }) => kind === 'remove-key')
  return isShort ? planAgainst(r, input, 'all-languages') : planned
}

/**
 * Texts of which languages a plan looks at: files that come for the first time remove nothing, so that those
 * of other languages do not matter.
 */
type PlanScope = 'their-languages' | 'all-languages'

async function planAgainst(r: Reader, input: NamespaceInput, scope: PlanScope): Promise<NamespacePlan> {
  const { projectId, format, sourceLanguage, namespace, files } = input
  const conflicts = new Map<ReadFile, readonly ConflictRow[]>()
  for (const file of files) {
    const { row } = file
    conflicts.set(file, row === null ? [] : await listConflicts(r, projectId, { fileId: row.id }))
  }
  const partsWith = (own: ReadonlyMap<ReadFile, readonly ConflictRow[]>) =>
    files.map(
      (file): FilePart => ({
        ...file,
        conflicts: [...(conflicts.get(file) ?? []), ...(own.get(file) ?? [])],
      }),
    )
  const sides: NamespaceSides = {
    namespace,
    format,
    sourceLanguage,
    sourceDocument: input.sourceDocument,
    others: input.others,
    taken: input.taken,
    files: partsWith(new Map()),
    ours: await unitRows(r, input, scope),
  }
  const planned: NamespacePlan = { input, plan: planSync(sides), conflicts }
  const own = await earlierTexts(r, planned)
  if (own.size === 0) return planned
  return { input, plan: planSync({ ...sides, files: partsWith(own) }), conflicts }
}

const LOOKED_BACK = 100

/**
 * Conflicts that are none: the file says what the catalog has said since the last sync, before it went on.
 * These count as resolved with that text as their base.
 */
async function earlierTexts(
  r: Reader,
  planned: NamespacePlan,
): Promise<Map<ReadFile, readonly ConflictRow[]>> {
  const { projectId, files } = planned.input
  const own = new Map<ReadFile, readonly ConflictRow[]>()
  for (const file of files) {
    const since = file.row?.syncedAt ?? null
    if (file.row === null || since === null) continue
    const found: ConflictRow[] = []
    for (const { id, base, theirs, ours } of planOf(planned, file)?.conflicts ?? []) {
      const keyId = planned.plan.keyIds.get(id)
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
        state: 'resolved',
        createdAt: since,
      })
    }
    if (found.length > 0) own.set(file, found)
  }
  return own
}

/**
 * Where only the catalog changed, the texts of the files' own languages are enough, and those that files of
 * two languages hold beside theirs.
 */
async function unitRows(
  r: Reader,
  { projectId, namespace, format, sourceLanguage, files }: NamespaceInput,
  scope: PlanScope,
): Promise<ReadonlyMap<string, readonly UnitRow[]>> {
  const changedOnDisk = files.some((file) => file.base !== file.document)
  const own = new Set(files.map((file) => file.language))
  if (format.languages === 'two' || changedOnDisk) own.add(sourceLanguage)
  const isWhole = changedOnDisk && scope === 'all-languages'
  const ours = new Map<string, readonly UnitRow[]>()
  for (const { tag } of await listLanguages(r, projectId)) {
    if (isWhole || own.has(tag)) ours.set(tag, await unitsOfFile(r, projectId, tag, namespace))
  }
  return ours
}

function formsOf(unit: { readonly forms: Forms } | null): Forms {
  return unit?.forms ?? {}
}

import { type FormerNames, hasText, NO_FORMER_NAMES, sameForms } from '@dragoman/core'
import type { Document, Format } from '@dragoman/formats'
import {
  type ConflictRow,
  history,
  listConflicts,
  listLanguages,
  type Reader,
  type UnitRow,
  unitsOfFile,
  writersOfTexts,
} from '@dragoman/store'
import type { KnownConflict } from '../base-of-part.ts'
import { carryTexts, type MovedText } from '../carry-texts.ts'
import type { ChangedTexts } from '../due-files.ts'
import type { Place } from '../file-parts.ts'
import { type FilePart, type FilePlan, type NamespaceSides, planSync, type SyncPlan } from '../plan-sync.ts'
import { formerNamesOf } from './former-names-of.ts'
import { formsOf } from './write-conflicts.ts'

/**
 * A valid part of a file after reading, with what the store knows about it. Parts of one file have the same
 * bytes.
 */
export type ReadFile = Place & {
  readonly bytes: Uint8Array
  readonly hash: string
  readonly document: Document
  readonly base: Document | null
  /** Whether these bytes are no longer on disk. */
  readonly isOvertaken: boolean
  readonly ownWrites: FilePart['ownWrites']
  /** Changes of the catalog, if the file is as last synced. */
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
  /**
   * Whether keys can be removed: then the texts of all languages count, and the other files with the source
   * file.
   */
  readonly isWhole: boolean
  /** Whether all files of the namespace are new. */
  readonly isNew: boolean
  /** See `NamespaceSides.imported`. */
  readonly imported: NamespaceSides['imported']
  /** See `SourceFiles.keysOf`. */
  readonly keys: ReadonlySet<string> | null
}

/** A plan with the conflict rows it was made with. */
export type NamespacePlan = {
  readonly input: NamespaceInput
  readonly plan: SyncPlan
  readonly conflicts: ReadonlyMap<ReadFile, readonly ConflictRow[]>
  /** See `CarriedTexts`. */
  readonly movedTo: readonly MovedText[]
  /** Of keys that are new in a file from which others are removed. */
  readonly formerNames: FormerNames
}

/** Returns the plan for one part of a file. */
export function planOf({ plan }: NamespacePlan, { path, language }: ReadFile): FilePlan | undefined {
  return plan.files.find((candidate) => candidate.path === path && candidate.language === language)
}

/** Plans the sync of a namespace against the catalog as this reader sees it. */
export async function planNamespace(r: Reader, input: NamespaceInput): Promise<NamespacePlan> {
  return withFormerNames(r, await withoutForeignSources(r, await planAgainst(r, input)))
}

async function withFormerNames(r: Reader, planned: NamespacePlan): Promise<NamespacePlan> {
  const { plan, input } = planned
  const added = plan.files.flatMap(({ toFile }) => {
    const isAnyGone = toFile.some(({ before, after }) => before !== null && after === null)
    return isAnyGone ? toFile.flatMap(({ before, after }) => (before === null && after ? after : [])) : []
  })
  const { projectId } = input
  return { ...planned, formerNames: await formerNamesOf(r, { projectId, keyIds: plan.keyIds }, added) }
}

/** Whether a partial plan removes keys after all, and must be repeated with the whole namespace. */
export function isShort({ input, plan }: NamespacePlan): boolean {
  // A key is removed if no language has text for it; forms of a plural are joined in every language.
  return !input.isWhole && plan.changes.some(({ kind }) => kind === 'remove-key')
}

/** Whether a file lost entries since it was last synced. */
export function lostEntries({ base, document }: Pick<ReadFile, 'base' | 'document'>): boolean {
  if (base === null || base === document) return false
  for (const name of base.entries.keys()) if (!document.entries.has(name)) return true
  return false
}

/**
 * Leaves out units that would be added to the file of the source texts. The text alongside a translation is
 * read as the source text. If the file of the source texts lacks that unit, it is up to the authors of these
 * files to add it; it is not added because another file has it.
 */
async function withoutForeignSources(r: Reader, planned: NamespacePlan): Promise<NamespacePlan> {
  const { plan, input } = planned
  const files: FilePlan[] = []
  for (const filePlan of plan.files) {
    const isOfSources = input.files.some(
      ({ path, language, side }) =>
        path === filePlan.path && language === filePlan.language && side === 'source',
    )
    files.push(
      isOfSources && input.format.languages === 'two'
        ? { ...filePlan, toFile: await withoutBroughtIn(r, planned, filePlan) }
        : filePlan,
    )
  }
  return { ...planned, plan: { ...plan, files } }
}

async function withoutBroughtIn(
  r: Reader,
  { plan, input: { projectId } }: NamespacePlan,
  { language, toFile }: FilePlan,
): Promise<FilePlan['toFile']> {
  const keyIdOf = (id: string) => plan.keyIds.get(id) ?? 0
  const keyIds = toFile.flatMap(({ id, before }) => (before === null ? [keyIdOf(id)] : []))
  if (keyIds.length === 0) return toFile
  const writers = await writersOfTexts(r, { projectId, language, keyIds })
  const isBroughtIn = (id: string) => writers.get(keyIdOf(id))?.actorId?.startsWith('sync:') === true
  return toFile.filter(({ id, before }) => before !== null || !isBroughtIn(id))
}

async function planAgainst(r: Reader, input: NamespaceInput): Promise<NamespacePlan> {
  const { projectId, format, sourceLanguage, namespace, files } = input
  const conflicts = new Map<ReadFile, readonly ConflictRow[]>()
  for (const file of files) {
    const { row } = file
    conflicts.set(
      file,
      row === null ? [] : await listConflicts(r, projectId, { fileId: row.id, ofFiles: true }),
    )
  }
  const partsWith = (own: ReadonlyMap<ReadFile, readonly KnownConflict[]>) =>
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
    imported: input.imported,
    keys: input.keys,
    files: partsWith(new Map()),
    ours: await unitRows(r, input),
  }
  const { changes, ours, movedTo } = carryTexts(sides)
  const planWith = (files: readonly FilePart[]): NamespacePlan => {
    const plan = planSync({ ...sides, ours, files })
    const all = { ...plan, changes: [...changes, ...plan.changes] }
    return { input, plan: all, conflicts, movedTo, formerNames: NO_FORMER_NAMES }
  }
  const planned = planWith(sides.files)
  const own = await earlierTexts(r, planned)
  return own.size === 0 ? planned : planWith(partsWith(own))
}

const LOOKED_BACK = 100

/**
 * Returns conflicts that are none: the file has a text that the catalog had at some time since the last sync.
 * These count as resolved with that text as their base.
 */
async function earlierTexts(
  r: Reader,
  planned: NamespacePlan,
): Promise<Map<ReadFile, readonly KnownConflict[]>> {
  const { projectId, files } = planned.input
  const own = new Map<ReadFile, readonly KnownConflict[]>()
  for (const file of files) {
    const since = file.row?.syncedAt ?? null
    if (file.row === null || since === null) continue
    const found: KnownConflict[] = []
    for (const { id, base, theirs } of planOf(planned, file)?.conflicts ?? []) {
      const keyId = planned.plan.keyIds.get(id)
      if (keyId === undefined || theirs === null || !hasText(theirs.forms)) continue
      const said = await history(r, { projectId, keyId, language: file.language, limit: LOOKED_BACK })
      if (!said.some(({ at, forms }) => at >= since && sameForms(forms, theirs.forms))) continue
      const { name, plural, path, forms } = theirs
      found.push({ name, plural, path, base: formsOf(base), theirs: forms, state: 'resolved' })
    }
    if (found.length > 0) own.set(file, found)
  }
  return own
}

/**
 * Returns rows of the catalog. If only the catalog changed, the files' own languages are enough, plus the
 * source texts for bilingual files.
 */
async function unitRows(
  r: Reader,
  { projectId, namespace, format, sourceLanguage, files, isWhole }: NamespaceInput,
): Promise<ReadonlyMap<string, readonly UnitRow[]>> {
  const changedOnDisk = files.some((file) => file.base !== file.document)
  const own = new Set(files.map((file) => file.language))
  if (format.languages === 'two' || changedOnDisk) own.add(sourceLanguage)
  const ours = new Map<string, readonly UnitRow[]>()
  for (const { tag } of await listLanguages(r, projectId)) {
    if (isWhole || own.has(tag)) ours.set(tag, await unitsOfFile(r, projectId, tag, namespace))
  }
  return ours
}

import { join } from 'node:path'
import { type Forms, type Unit, type UnitChange, unitId } from '@dragoman/core'
import { type Document, EditError, type Format, isWhole } from '@dragoman/formats'
import { type ConflictRow, deleteConflict, type FileProblem, keepFileBase, upsertFile } from '@dragoman/store'
import type { SyncContext } from './context.ts'
import { editsFor } from './edits-for.ts'
import { type Place, viewOf } from './file-parts.ts'
import type { FilePlan } from './plan-sync.ts'
import { errorCode, fileFaultOf, hashOf } from './read-locale-file.ts'
import { replaceFile } from './replace-file.ts'

/** The texts of one language in the file, and what is to become of them. */
export type PartToWrite = {
  readonly place: Place
  /** Null: the file is made, or has nothing of this language. */
  readonly document: Document | null
  readonly plan: Pick<FilePlan, 'toFile' | 'order'>
  readonly conflicts: readonly ConflictRow[]
}

export type WriteBackRequest = {
  readonly path: string
  readonly parts: readonly PartToWrite[]
  /** Of the file as it was read; null: there was none. */
  readonly hash: string | null
  readonly bytes: Uint8Array | null
  /** A file whose style a new one takes. */
  readonly model: Document | null
  readonly sourceLanguage: string
  /** The texts to translate, by unit id. */
  readonly sourceOf: (id: string) => Forms | undefined
  /** When the catalog was looked at for this plan: what is saved later is not in it. */
  readonly at: string
}

/** `same`: nothing to write. `again`: somebody wrote the file meanwhile, merge anew. `refused`: the file system did not let us; the catalog has everything. */
export type WrittenBack = 'same' | 'written' | 'again' | 'refused'

type Refused = { readonly place: Place; readonly code: string }

/** Brings one file to what the catalog says, by splicing and at once, and remembers it as the new base. What cannot be written of one language does not hold up the others. */
export async function writeBack(context: SyncContext, request: WriteBackRequest): Promise<WrittenBack> {
  const { hash, parts } = request
  const path = join(context.source.folder, request.path)
  const { bytes: next, refused } = edited(context, request)
  for (const { place, code } of refused) {
    context.log({ level: 'warn', event: 'write-back-refused', path, code })
    await markFile(context, place, { state: 'unwritable', problem: { code: 'not-editable', params: { reason: code } } })
  }
  if (next === null) return refused.length > 0 ? 'refused' : 'same'
  const nextHash = hashOf(next)
  const after = readAgain(context, request, { bytes: next, isSame: nextHash === hash })
  if (!after.every(({ document }) => isWhole(document))) {
    // Nobody shall find a file broken that was whole before: better none of the texts is written than all others are lost.
    context.log({ level: 'error', event: 'write-back-unreadable', path })
    const problem: FileProblem = { code: 'not-editable', params: { reason: 'not-whole' } }
    for (const { place } of parts) await markFile(context, place, { state: 'unwritable', problem })
    return 'refused'
  }
  if (nextHash !== hash) {
    try {
      const replaced = await replaceFile({ path, bytes: next, expected: hash })
      if (replaced.kind === 'changed') return 'again'
      if (replaced.kind === 'overtaken') {
        await putBack(context, request.path, { theirs: replaced.bytes, ours: nextHash })
        return 'again'
      }
      context.stamps.set(request.path, replaced.stamp)
    } catch (error) {
      const code = errorCode(error)
      if (code === '') throw error
      context.log({ level: 'warn', event: 'write-back-refused', path, code })
      const problem: FileProblem = { code: fileFaultOf(code), params: { reason: code } }
      for (const { place } of parts) await markFile(context, place, { state: 'unwritable', problem })
      return 'refused'
    }
  }
  const written = after.filter(({ place }) => !refused.some((one) => one.place === place))
  await remember(context, { ...request, parts: written }, { bytes: next, hash: nextHash })
  return nextHash === hash ? 'same' : 'written'
}

/**
 * What somebody wrote into the file while it was replaced goes back to its path; the base stays what it was, so that the next merge sees both changes.
 * Where the path has been written once more by then, the bytes that stand nowhere are kept for a merge of their own.
 */
async function putBack(
  { source, overtaken }: SyncContext,
  path: string,
  { theirs, ours }: { readonly theirs: Uint8Array; readonly ours: string },
): Promise<void> {
  const keep = (bytes: Uint8Array) => overtaken.set(path, [...(overtaken.get(path) ?? []), bytes])
  try {
    const back = await replaceFile({ path: join(source.folder, path), bytes: theirs, expected: ours })
    if (back.kind === 'changed') keep(theirs)
    if (back.kind === 'overtaken') keep(back.bytes)
  } catch (error) {
    keep(theirs)
    throw error
  }
}

/** The bytes of the file after the edits of all its parts; null: there is nothing to make. Each part is read anew where an earlier one has moved it. */
function edited({ format }: SyncContext, request: WriteBackRequest): { bytes: Uint8Array | null; refused: readonly Refused[] } {
  const { parts, model, sourceLanguage, sourceOf } = request
  const refused: Refused[] = []
  let bytes = request.bytes
  for (const { place, document, plan } of parts) {
    const { language } = place
    const view = viewOf(place)
    const current = bytes === null || bytes === request.bytes ? document : format.read(bytes, view)
    const edits = editsFor({
      format,
      language,
      document: current,
      changes: plan.toFile,
      order: plan.order,
      isSource: language === sourceLanguage,
      sourceOf,
    })
    try {
      if (edits.length === 0) continue
      if (bytes === null) bytes = format.create(model, edits, view)
      else bytes = format.edit(current ?? format.read(bytes, view), edits, model)
    } catch (error) {
      if (!(error instanceof EditError)) throw error
      refused.push({ place, code: error.code })
    }
  }
  return { bytes, refused }
}

type PartAfter = Pick<PartToWrite, 'place' | 'conflicts'> & { readonly document: Document }

/** Every part as it reads in the new bytes. */
function readAgain(
  { format }: SyncContext,
  { parts }: WriteBackRequest,
  { bytes, isSame }: { readonly bytes: Uint8Array; readonly isSame: boolean },
): readonly PartAfter[] {
  return parts.map(({ place, document, conflicts }) => ({
    place,
    conflicts,
    document: isSame && document !== null ? document : format.read(bytes, viewOf(place)),
  }))
}

/** The file and the catalog agree: these bytes are the base of the next merge, and settled conflicts are done with. */
async function remember(
  context: SyncContext,
  { path, parts, at }: Pick<WriteBackRequest, 'path' | 'at'> & { readonly parts: readonly PartAfter[] },
  after: { readonly bytes: Uint8Array; readonly hash: string },
): Promise<void> {
  const { store, source, baseHashes } = context
  await store.write(async (w) => {
    for (const { place, document } of parts) {
      const { language, namespace, side } = place
      const state = { state: 'in-step', problem: null, entries: document.entries.size, syncedAt: at } as const
      await upsertFile(w, { sourceId: source.id, path, language, namespace, side, ...state })
    }
    await keepFileBase(w, source.id, path, after.bytes)
    for (const { conflicts } of parts) for (const { id, state } of conflicts) if (state === 'settled') await deleteConflict(w, id)
  })
  baseHashes.set(path, after.hash)
}

/** Records a state without touching what was last synced. */
export async function markFile(
  { store, source }: SyncContext,
  { path, language, namespace, side, row }: Place,
  { state, problem }: { state: 'unwritable' | 'unreadable' | 'missing' | 'in-step' | 'writing'; problem: FileProblem | null },
): Promise<void> {
  await store.write((w) =>
    upsertFile(w, {
      sourceId: source.id,
      path,
      language,
      namespace,
      side,
      state,
      problem,
      entries: row?.entries ?? 0,
      syncedAt: row?.syncedAt ?? null,
    }),
  )
}

/** Everything the catalog has, as changes of a file that is not there yet. Nothing where there is no text: such a file is not made. */
export function changesForNewFile(units: readonly Unit[], { languages }: Format): UnitChange[] {
  const translated = units.filter((unit) => Object.keys(unit.forms).length > 0)
  const wanted = languages === 'two' && translated.length > 0 ? units : translated
  return wanted.map((unit) => ({ id: unitId(unit), before: null, after: unit }))
}

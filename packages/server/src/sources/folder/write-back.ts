import { join } from 'node:path'
import { type Unit, type UnitChange, unitId } from '@dragoman/core'
import { type Document, EditError } from '@dragoman/formats'
import { type ConflictRow, deleteConflict, type FileProblem, upsertFile } from '@dragoman/store'
import type { SyncContext } from './context.ts'
import { editsFor } from './edits-for.ts'
import type { FilePlan } from './plan-sync.ts'
import type { Place } from './read-batch.ts'
import { errorCode, fileFaultOf, hashOf } from './read-locale-file.ts'
import { replaceFile } from './replace-file.ts'

export type WriteBackRequest = {
  readonly place: Place
  /** Null: the file is made. */
  readonly document: Document | null
  readonly hash: string | null
  readonly bytes: Uint8Array | null
  /** A file whose style a new one takes. */
  readonly model: Document | null
  readonly plan: Pick<FilePlan, 'toFile' | 'order'>
  readonly conflicts: readonly ConflictRow[]
  readonly sourceLanguage: string
  /** When the catalog was looked at for this plan: what is saved later is not in it. */
  readonly at: string
}

/** `same`: nothing to write. `again`: somebody wrote the file meanwhile, merge anew. `refused`: the file system did not let us; the catalog has everything. */
export type WrittenBack = 'same' | 'written' | 'again' | 'refused'

/** Brings one file to what the catalog says, by splicing and at once, and remembers it as the new base. */
export async function writeBack(context: SyncContext, request: WriteBackRequest): Promise<WrittenBack> {
  const { place, document, hash, bytes, model, plan, sourceLanguage } = request
  const edits = editsFor({ document, changes: plan.toFile, order: plan.order, isSource: place.language === sourceLanguage })
  const path = join(context.source.folder, place.path)
  try {
    const next = document === null ? context.format.create(model, edits) : edits.length === 0 ? bytes : context.format.edit(document, edits)
    if (next === null) return 'same'
    const nextHash = hashOf(next)
    if (nextHash !== hash) {
      const replaced = await replaceFile({ path, bytes: next, expected: hash })
      if (replaced.kind === 'changed') return 'again'
      if (replaced.kind === 'overtaken') {
        // Their bytes go back to the path first; the base stays what it was, so that the next merge sees both changes.
        await replaceFile({ path, bytes: replaced.bytes, expected: nextHash })
        return 'again'
      }
      context.stamps.set(place.path, replaced.stamp)
    }
    const isSame = document !== null && nextHash === hash
    const { entries } = isSame ? document : context.format.read(next)
    await remember(context, request, { bytes: next, hash: nextHash, entries: entries.size })
    return nextHash === hash ? 'same' : 'written'
  } catch (error) {
    const code = error instanceof EditError ? error.code : errorCode(error)
    if (code === '') throw error
    const problem: FileProblem = { code: error instanceof EditError ? 'not-editable' : fileFaultOf(code), params: { reason: code } }
    context.log({ level: 'warn', event: 'write-back-refused', path, code })
    await markFile(context, place, { state: 'unwritable', problem })
    return 'refused'
  }
}

/** The file and the catalog agree: these bytes are the base of the next merge, and settled conflicts are done with. */
async function remember(
  context: SyncContext,
  { place, conflicts, at }: WriteBackRequest,
  { bytes, hash, entries }: { bytes: Uint8Array; hash: string; entries: number },
): Promise<void> {
  const { store, source, baseHashes } = context
  await store.write(async (w) => {
    const { path, language, namespace } = place
    await upsertFile(w, {
      sourceId: source.id,
      path,
      language,
      namespace,
      state: 'in-step',
      problem: null,
      entries,
      base: bytes,
      syncedAt: at,
    })
    for (const conflict of conflicts) if (conflict.state === 'settled') await deleteConflict(w, conflict.id)
  })
  baseHashes.set(place.path, hash)
}

/** Records a state without touching what was last synced. */
export async function markFile(
  { store, source }: SyncContext,
  { path, language, namespace, row }: Place,
  { state, problem }: { state: 'unwritable' | 'unreadable' | 'missing' | 'in-step' | 'writing'; problem: FileProblem | null },
): Promise<void> {
  await store.write((w) =>
    upsertFile(w, {
      sourceId: source.id,
      path,
      language,
      namespace,
      state,
      problem,
      entries: row?.entries ?? 0,
      syncedAt: row?.syncedAt ?? null,
    }),
  )
}

/** Everything the catalog has, as changes of a file that is not there yet. */
export function changesForNewFile(units: readonly Unit[]): UnitChange[] {
  return units.filter((unit) => Object.keys(unit.forms).length > 0).map((unit) => ({ id: unitId(unit), before: null, after: unit }))
}

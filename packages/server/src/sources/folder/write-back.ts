import { join } from 'node:path'
import { type Forms, type Unit, type UnitChange, unitId } from '@dragoman/core'
import { type Document, EditError, type Format, isWhole } from '@dragoman/formats'
import {
  deleteSettledConflicts,
  dropFileWrite,
  type FileProblem,
  type FileState,
  finishFileWrite,
  type HeldText,
  keepFileBase,
  startFileWrite,
  upsertFile,
} from '@dragoman/store'
import { rememberReplaced, type SyncContext } from './context.ts'
import { editsFor } from './edits-for.ts'
import { errorCode, fileFaultOf } from './file-fault.ts'
import { type Place, viewOf } from './file-parts.ts'
import { holdBack } from './hold-back.ts'
import type { FilePlan } from './plan-sync.ts'
import { hashOf } from './read-locale-file.ts'
import { replaceFile } from './replace-file.ts'

/** The texts of one language in the file, and what is to become of them. */
export type PartToWrite = {
  readonly place: Place
  /** Null: the file is made, or has nothing of this language. */
  readonly document: Document | null
  readonly plan: Pick<FilePlan, 'toFile' | 'order'>
  /** The catalog has taken these bytes, and remembers them as what the file was last synced as. */
  readonly isTaken: boolean
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
  /** Keys by unit id. */
  readonly keyIds: ReadonlyMap<string, number>
  /** The texts to translate, by unit id. */
  readonly sourceOf: (id: string) => Forms | undefined
  /** When the catalog was looked at for this plan: what is saved later is not in it. */
  readonly at: string
}

/**
 * `same`: nothing to write. `again`: somebody wrote the file meanwhile, merge anew. `refused`: the file
 * system did not let us; the catalog has everything.
 */
export type WrittenBack = 'same' | 'written' | 'again' | 'refused'

type HeldPart = { readonly place: Place; readonly held: readonly HeldText[] }

/**
 * Brings one file to what the catalog says, by splicing and at once, and remembers it as the new base. A text
 * that the file cannot hold is held back: it stays in the catalog, and all others are written.
 */
export async function writeBack(context: SyncContext, request: WriteBackRequest): Promise<WrittenBack> {
  const { hash, parts } = request
  const path = join(context.source.folder, request.path)
  const { bytes: next, heldParts } = edited(context, request)
  const heldOf = (place: Place) => heldParts.find((part) => part.place === place)?.held ?? []
  for (const { held } of heldParts) {
    for (const { name, code } of held)
      context.log({ level: 'warn', event: 'text-held-back', path, key: name, code })
  }
  if (next === null) {
    for (const { place, held } of heldParts) await markFile(context, place, stateOf(held))
    return heldParts.some(({ held }) => held.length > 0) ? 'refused' : 'same'
  }
  const nextHash = hashOf(next)
  const after = readAgain(context, request, { bytes: next, isSame: nextHash === hash }).map((part) => ({
    ...part,
    held: heldOf(part.place),
  }))
  if (!after.every(({ document }) => isWhole(document))) {
    // Nobody shall find a file broken that was whole before: better none of the texts is written than all
    // others are lost.
    context.log({ level: 'error', event: 'write-back-unreadable', path })
    const problem: FileProblem = { code: 'not-editable', params: { reason: 'not-whole' } }
    for (const { place } of parts) await markFile(context, place, { state: 'unwritable', problem })
    return 'refused'
  }
  if (nextHash === hash) {
    await keepInStep(context, request, after)
    return heldParts.some(({ held }) => held.length > 0) ? 'refused' : 'same'
  }
  try {
    return await replaceWith(context, { ...request, parts: after }, { bytes: next, hash: nextHash })
  } catch (error) {
    const code = errorCode(error)
    if (code === '') throw error
    context.log({ level: 'warn', event: 'write-back-refused', path, code })
    const problem: FileProblem = { code: fileFaultOf(code), params: { reason: code } }
    for (const { place } of parts) await markFile(context, place, { state: 'unwritable', problem })
    return 'refused'
  }
}

type PartsRequest = Omit<WriteBackRequest, 'parts'> & { readonly parts: readonly PartAfter[] }

/**
 * Puts the new bytes in the place of the file. What is about to be done is committed before the rename, and
 * that it was done after it: a process that ends in between finds out which it was (`recoverWrites`).
 */
async function replaceWith(
  context: SyncContext,
  request: PartsRequest,
  next: { readonly bytes: Uint8Array; readonly hash: string },
): Promise<WrittenBack> {
  const { store, source, stamps, baseHashes } = context
  const { path, hash, at, parts } = request
  const replaced = await replaceFile({
    folder: source.folder,
    path,
    bytes: next.bytes,
    expected: hash,
    steps: {
      beforeRename: (temporary) =>
        store.write((w) =>
          startFileWrite(w, {
            sourceId: source.id,
            path,
            temporary,
            bytes: next.bytes,
            parts: parts.map(({ place: { language, namespace, side }, document, held }) => {
              return {
                language,
                namespace,
                side,
                entries: document.entries.size,
                syncedAt: at,
                ...stateOf(held),
              }
            }),
          }),
        ),
      givenUp: () => store.write((w) => dropFileWrite(w, source.id, path)),
    },
  })
  if (replaced.kind === 'changed') return 'again'
  if (replaced.kind === 'overtaken') {
    await putBack(context, request, { theirs: replaced.bytes, ours: next.hash })
    return 'again'
  }
  await store.write((w) => finishFileWrite(w, source.id, path, Date.now()))
  stamps.set(path, replaced.stamp)
  baseHashes.set(path, next.hash)
  if (request.bytes !== null)
    rememberReplaced(context, path, { before: request.bytes, after: next.bytes, atMs: Date.now() })
  return 'written'
}

/**
 * What somebody wrote into the file while it was replaced goes back to its path; the base is what it was
 * before, so that the next merge sees both changes. Where the path has been written once more by then, the
 * bytes that stand nowhere are kept for a merge of their own.
 */
async function putBack(
  { store, source, concurrentWrites, baseHashes }: SyncContext,
  { path, bytes: before }: Pick<WriteBackRequest, 'path' | 'bytes'>,
  { theirs, ours }: { readonly theirs: Uint8Array; readonly ours: string },
): Promise<void> {
  const keep = (bytes: Uint8Array) =>
    concurrentWrites.set(path, [...(concurrentWrites.get(path) ?? []), bytes])
  const asBefore = () =>
    store.write(async (w) => {
      await dropFileWrite(w, source.id, path)
      if (before !== null) await keepFileBase(w, source.id, path, before)
    })
  baseHashes.delete(path)
  try {
    const back = await replaceFile({
      folder: source.folder,
      path,
      bytes: theirs,
      expected: ours,
      steps: {
        // Until this rename is done, the file is what was just written.
        beforeRename: (temporary) =>
          store.write(async (w) => {
            await finishFileWrite(w, source.id, path, Date.now())
            await startFileWrite(w, {
              sourceId: source.id,
              path,
              temporary,
              bytes: before ?? theirs,
              parts: [],
            })
          }),
        givenUp: asBefore,
      },
    })
    if (back.kind === 'changed') keep(theirs)
    if (back.kind === 'overtaken') keep(back.bytes)
  } catch (error) {
    keep(theirs)
    throw error
  }
  await asBefore()
}

/**
 * The bytes of the file after the edits of all its parts; null: there is nothing to make. Each part is read
 * anew where an earlier one has moved it.
 */
function edited(
  { format }: SyncContext,
  request: WriteBackRequest,
): { bytes: Uint8Array | null; heldParts: readonly HeldPart[] } {
  const { parts, model, sourceLanguage, sourceOf, keyIds } = request
  const heldParts: HeldPart[] = []
  let bytes = request.bytes
  for (const { place, document, plan } of parts) {
    const { language } = place
    const view = viewOf(place)
    const before = bytes
    const current = before === null || before === request.bytes ? document : format.read(before, view)
    let next = before
    const { held } = holdBack(plan.toFile, (changes) => {
      const isSource = language === sourceLanguage
      const edits = editsFor({
        format,
        language,
        document: current,
        changes,
        order: plan.order,
        isSource,
        sourceOf,
      })
      try {
        if (edits.length === 0) next = before
        else if (before === null) next = format.create(model, edits, view)
        else next = format.edit(current ?? format.read(before, view), edits, model)
        return null
      } catch (error) {
        if (!(error instanceof EditError)) throw error
        return error.code
      }
    })
    bytes = held.length === plan.toFile.length ? before : next
    const texts = held.flatMap(({ item: { id, before: was, after }, code }) => {
      return { keyId: keyIds.get(id) ?? 0, name: (after ?? was)?.name ?? '', code }
    })
    heldParts.push({ place, held: texts })
  }
  return { bytes, heldParts }
}

type PartRead = Pick<PartToWrite, 'place'> & { readonly document: Document }
type PartAfter = PartRead & { readonly held: readonly HeldText[] }

/** A language with texts that its file cannot hold is shown as not written, and tried again. */
function stateOf(held: readonly HeldText[]): {
  state: 'in-step' | 'unwritable'
  problem: FileProblem | null
  held: readonly HeldText[]
} {
  const [first] = held
  if (first === undefined) return { state: 'in-step', problem: null, held }
  return {
    state: 'unwritable',
    problem: { code: 'not-editable', params: { reason: first.code } },
    held: held.slice(0, HELD_LISTED),
  }
}

/** Held texts remembered of one language of a file. */
const HELD_LISTED = 100

/** Every part as it reads in the new bytes. */
function readAgain(
  { format }: SyncContext,
  { parts }: WriteBackRequest,
  { bytes, isSame }: { readonly bytes: Uint8Array; readonly isSame: boolean },
): readonly PartRead[] {
  return parts.map(({ place, document }) => ({
    place,
    document: isSame && document !== null ? document : format.read(bytes, viewOf(place)),
  }))
}

/** The file says what the catalog says, without being written. */
async function keepInStep(
  { store, source }: SyncContext,
  { path, at, parts }: WriteBackRequest,
  after: readonly PartAfter[],
): Promise<void> {
  // The transaction that took the file into the catalog has said so already.
  if (
    parts.every(
      ({ isTaken, plan, place }) =>
        isTaken && plan.toFile.length === 0 && (place.row?.held ?? []).length === 0,
    )
  )
    return
  await store.write(async (w) => {
    for (const { place, document, held } of after) {
      const { language, namespace, side } = place
      const state = { entries: document.entries.size, syncedAt: at, ...stateOf(held) }
      await upsertFile(w, { sourceId: source.id, path, language, namespace, side, ...state })
    }
    await deleteSettledConflicts(w, source.id, path)
  })
}

/** Records a state without touching what was last synced. */
export async function markFile(
  { store, source }: SyncContext,
  { path, language, namespace, side }: Place,
  state: {
    readonly state: FileState
    readonly problem: FileProblem | null
    readonly held?: readonly HeldText[]
  },
): Promise<void> {
  await store.write((w) => upsertFile(w, { sourceId: source.id, path, language, namespace, side, ...state }))
}

/**
 * Everything the catalog has, as changes of a file that is not there yet. Nothing where there is no text:
 * such a file is not made.
 */
export function changesForNewFile(units: readonly Unit[], { languages }: Format): UnitChange[] {
  const translated = units.filter((unit) => Object.keys(unit.forms).length > 0)
  const wanted = languages === 'two' && translated.length > 0 ? units : translated
  return wanted.map((unit) => ({ id: unitId(unit), before: null, after: unit }))
}

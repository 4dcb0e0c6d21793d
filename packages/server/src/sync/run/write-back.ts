import { append } from '@dragoman/core'
import {
  deleteResolvedConflicts,
  dropFileWrite,
  type FileProblem,
  type FileState,
  finishFileWrite,
  type HeldText,
  keepFileBase,
  startFileWrite,
  upsertFile,
} from '@dragoman/store'
import type { EditedPart } from '../edit-file.ts'
import type { Place } from '../file-parts.ts'
import type { Replacement } from '../source-files.ts'
import { rememberReplaced, type SyncContext } from './context.ts'
import type { DraftFile, NewFile, PackedFile } from './sync-draft.ts'

export type WriteRequest = {
  readonly files: readonly DraftFile[]
  readonly newFiles: readonly NewFile[]
  /** When the catalog was read for this draft: later saves are not in it. */
  readonly at: string
}

export type WrittenFiles = {
  readonly changed: number
  /** Someone wrote them in the meantime: they must be merged again. */
  readonly again: readonly string[]
}

/** A file to be replaced, with its bytes before and after. */
type FileToWrite = {
  readonly path: string
  readonly before: { readonly bytes: Uint8Array; readonly hash: string } | null
  readonly after: NonNullable<PackedFile['replacement']>
  readonly parts: readonly WrittenPart[]
}

type WrittenPart = { readonly place: Place } & EditedPart

/**
 * Writes files to match the catalog, each as a whole, and stores them as the new bases. What cannot be
 * written stays in the catalog, and the file's state says why.
 */
export async function writeFiles(context: SyncContext, request: WriteRequest): Promise<WrittenFiles> {
  const { at } = request
  const toWrite: FileToWrite[] = []
  for (const file of request.files) {
    if (file.next === null) continue
    const { replacement } = file.next
    const parts = file.next.parts.flatMap((edited, index) => partWith(file.parts[index], edited))
    logHeldBack(context, file.path, parts)
    if (!file.next.isWhole) await refuseUnreadable(context, file.path, parts)
    else if (replacement === null) await keepInStep(context, file, { parts, at })
    else toWrite.push({ path: file.path, before: file, after: replacement, parts })
  }
  for (const { path, next, ...file } of request.newFiles) {
    const parts = next.parts.flatMap((edited, index) => partWith(file.parts[index], edited))
    logHeldBack(context, path, parts)
    if (!next.isWhole) await refuseUnreadable(context, path, parts)
    else if (next.replacement !== null) toWrite.push({ path, before: null, after: next.replacement, parts })
    // None of its initial texts can be stored in it.
    else for (const { place, held } of parts) await markFile(context, place, stateOf(held))
  }
  return toWrite.length === 0 ? { changed: 0, again: [] } : replaceFiles(context, toWrite, at)
}

function partWith(place: Place | undefined, edited: EditedPart): WrittenPart[] {
  return place === undefined ? [] : [{ place, ...edited }]
}

function logHeldBack({ log }: SyncContext, path: string, parts: readonly WrittenPart[]): void {
  for (const { held } of parts)
    for (const { name, code } of held)
      log({ level: 'warn', event: 'text-held-back', path, key: name, reason: code })
}

/**
 * Refuses to write a file that would become invalid: it is better to write none of the texts than to lose all
 * others.
 */
async function refuseUnreadable(
  context: SyncContext,
  path: string,
  parts: readonly WrittenPart[],
): Promise<void> {
  context.log({ level: 'error', event: 'write-back-unreadable', path })
  const problem: FileProblem = { code: 'not-editable', params: { reason: 'not-whole' } }
  for (const { place } of parts) await markFile(context, place, { state: 'unwritable', problem })
}

/**
 * Replaces the files. The intention is committed before, and the completion after: if the process ends in
 * between, the next one finds out which it was (`recoverWrites`).
 */
async function replaceFiles(
  context: SyncContext,
  toWrite: readonly FileToWrite[],
  at: string,
): Promise<WrittenFiles> {
  const { store, source, files } = context
  const byPath = new Map(toWrite.map((file) => [file.path, file]))
  const requests = toWrite.map(({ path, before, after }) => {
    return { path, bytes: after.bytes, expected: before?.hash ?? null }
  })
  const done = await files.replace(requests, {
    async begin(path, token) {
      const file = byPath.get(path)
      if (file === undefined) throw new Error(`Nobody asked for ${path}`)
      const parts = file.parts.map(({ place: { language, namespace, side }, entries, held }) => {
        return { language, namespace, side, entries, syncedAt: at, ...stateOf(held) }
      })
      const bytes = file.after.packed
      await store.write((w) =>
        startFileWrite(w, { sourceId: source.id, path, temporary: token, bytes, parts }),
      )
    },
    giveUp: (path) => store.write((w) => dropFileWrite(w, source.id, path)),
  })
  const written = toWrite.filter((_, index) => done[index]?.kind === 'written')
  await noteWritten(context, written)
  const again: string[] = []
  for (const [index, file] of toWrite.entries()) {
    const isAgain = await noteUnwritten(context, file, done[index] ?? { kind: 'changed' })
    if (isAgain) again.push(file.path)
  }
  return { changed: written.length, again }
}

/**
 * Records the new bytes, in one transaction for all, because everyone waits until a transaction is on disk.
 */
async function noteWritten(context: SyncContext, written: readonly FileToWrite[]): Promise<void> {
  const { store, source, baseHashes } = context
  if (written.length === 0) return
  const atMs = Date.now()
  await store.write(async (w) => {
    for (const { path } of written) await finishFileWrite(w, source.id, path, atMs)
  })
  for (const { path, before, after } of written) {
    baseHashes.set(path, after.hash)
    if (before !== null) rememberReplaced(context, path, { before: before.bytes, after: after.bytes, atMs })
  }
}

/** Records why a file was not written; returns whether it must be merged again. */
async function noteUnwritten(
  context: SyncContext,
  file: FileToWrite,
  replaced: Replacement,
): Promise<boolean> {
  const { path, parts } = file
  switch (replaced.kind) {
    case 'written':
      return false
    case 'changed':
      return true
    case 'overtaken':
      await putBack(context, file, replaced.bytes)
      return true
    case 'refused': {
      const { code, reason } = replaced
      context.log({ level: 'warn', event: 'write-back-refused', path, reason })
      const problem: FileProblem = { code, params: { reason } }
      for (const { place } of parts) await markFile(context, place, { state: 'unwritable', problem })
      return false
    }
    default:
      return replaced satisfies never
  }
}

/**
 * Puts back what someone wrote into the file while it was replaced; the base is the content before that, so
 * that the next merge sees both changes. If the path has been written again by then, the bytes, which are no
 * longer in any file, are kept for a merge of their own.
 */
async function putBack(
  { store, source, files, concurrentWrites, baseHashes }: SyncContext,
  { path, before, after }: FileToWrite,
  theirs: Uint8Array,
): Promise<void> {
  const keep = (bytes: Uint8Array) => append(concurrentWrites, path, bytes)
  const asBefore = () =>
    store.write(async (w) => {
      await dropFileWrite(w, source.id, path)
      if (before !== null) await keepFileBase(w, source.id, path, before.bytes)
    })
  baseHashes.delete(path)
  try {
    const [back] = await files.replace([{ path, bytes: theirs, expected: after.hash }], {
      // Until this replacement is done, the file has what was just written.
      begin: (_, token) =>
        store.write(async (w) => {
          await finishFileWrite(w, source.id, path, Date.now())
          const bytes = before?.bytes ?? theirs
          await startFileWrite(w, { sourceId: source.id, path, temporary: token, bytes, parts: [] })
        }),
      giveUp: asBefore,
    })
    if (back?.kind === 'overtaken') keep(back.bytes)
    else if (back?.kind !== 'written') keep(theirs)
  } catch (error) {
    keep(theirs)
    throw error
  }
  await asBefore()
}

/**
 * Returns the state of a part: a language with texts that its file cannot store counts as not written, and is
 * retried.
 */
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

/** How many held-back texts are stored for one language of a file. */
const HELD_LISTED = 100

/** Records that the file matches the catalog without being written. */
async function keepInStep(
  { store, source }: SyncContext,
  file: DraftFile,
  { parts, at }: { readonly parts: readonly WrittenPart[]; readonly at: string },
): Promise<void> {
  // The transaction that imported the file has recorded that already.
  if (
    file.parts.every(
      ({ isNewBase, isInStep, row }) => isNewBase && isInStep && (row?.held ?? []).length === 0,
    )
  )
    return
  await store.write(async (w) => {
    for (const { place, entries, held } of parts) {
      const { path, language, namespace, side } = place
      const state = { entries, syncedAt: at, ...stateOf(held) }
      await upsertFile(w, { sourceId: source.id, path, language, namespace, side, ...state })
    }
    await deleteResolvedConflicts(w, source.id, file.path)
  })
}

/** Records a state without changing what was last synced. */
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

import type { KeyReply } from '@dragoman/contract'
import { createStore, type ReadableStore } from '../../../lib/store.ts'

/** The fields that are saved separately. */
export type FieldName = 'description' | 'maxLength' | 'plural' | 'tags'
/** The fields that people type into. */
export type TypedField = 'description' | 'maxLength' | 'tags' | 'aliases'

/** A text that is not saved; `base` is the key that the person saw before typing. */
export type Typed = { readonly text: string; readonly base: KeyReply }

/** A field's problem as a sentence; `theirs` if someone else has changed the field meanwhile. */
export type FieldProblem = { readonly text: string; readonly theirs: KeyReply | null }

export type KeyEdits = {
  readonly typed: Readonly<Partial<Record<TypedField, Typed>>>
  readonly problems: Readonly<Partial<Record<FieldName, FieldProblem>>>
  readonly saving: FieldName | null
  /** The key after the last save of each field: what is typed later changes these. */
  readonly own: Readonly<Partial<Record<FieldName, KeyReply>>>
}

export const NO_EDITS: KeyEdits = { typed: {}, problems: {}, saving: null, own: {} }

/**
 * The edits of keys by their ids, which are unique on a server. They outlive the panel: a save can fail after it was
 * closed, and its text must not be lost. The page is loaded again for another person.
 */
const edits = createStore<ReadonlyMap<number, KeyEdits>>(new Map())
export const keyEdits: ReadableStore<ReadonlyMap<number, KeyEdits>> = edits

export function editsOf(keyId: number): KeyEdits {
  return edits.get().get(keyId) ?? NO_EDITS
}

function change(keyId: number, parts: Partial<KeyEdits>): void {
  edits.set(new Map(edits.get()).set(keyId, { ...editsOf(keyId), ...parts }))
}

/** Keeps what is typed into a field; null: it is saved or discarded, and so is the field's problem. */
export function setTyped(keyId: number, field: TypedField, next: Typed | null): void {
  const { [field]: _, ...typed } = editsOf(keyId).typed
  change(keyId, { typed: next === null ? typed : { ...typed, [field]: next } })
  if (next === null && field !== 'aliases') setProblem(keyId, field, null)
}

export function setProblem(keyId: number, field: FieldName, problem: FieldProblem | null): void {
  const { [field]: _, ...problems } = editsOf(keyId).problems
  change(keyId, { problems: problem === null ? problems : { ...problems, [field]: problem } })
}

export function setSaving(keyId: number, saving: FieldName | null): void {
  change(keyId, { saving })
}

export function noteSaved(keyId: number, field: FieldName, key: KeyReply): void {
  change(keyId, { own: { ...editsOf(keyId).own, [field]: key } })
}

/** Forgets the problems of fields that have no text to save any more. */
export function forgetProblems(keyId: number): void {
  const { typed, problems } = editsOf(keyId)
  const { description, maxLength, tags } = problems
  change(keyId, {
    problems: {
      ...(description && typed.description ? { description } : {}),
      ...(maxLength && typed.maxLength ? { maxLength } : {}),
      ...(tags && typed.tags ? { tags } : {}),
    },
  })
}

/** Returns the newest of several versions of a key. */
export function newestOf([first, ...others]: readonly [KeyReply, ...(KeyReply | undefined)[]]): KeyReply {
  return others.reduce<KeyReply>(
    (newest, other) => (other !== undefined && other.version > newest.version ? other : newest),
    first,
  )
}

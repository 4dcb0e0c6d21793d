import type { AccessRefusal, Actor, OperationKind, RecordedActor, TranslationState } from '@dragoman/core'

/** A change that is about to be made, for the code that decides whether it is allowed. */
export type AskedChange = {
  /** Kind of the operation; for an undo, that of the operation it undoes. */
  readonly operation: Exclude<OperationKind, 'undo'>
  readonly kind: 'text' | 'key' | 'language'
  /** Null: all languages, since a key exists in each. */
  readonly language: string | null
  /** Null: all namespaces, since a language has texts in each. */
  readonly namespace: string | null
  /** The requested state; null: none in particular. */
  readonly state: TranslationState | null
  /** The words are the requester's own, and the project requires someone else to review them. */
  readonly isOwnWork: boolean
  /** Who made the operation that is undone; null: it is not an undo. */
  readonly undoes: RecordedActor | null
}

/**
 * Returns why a change is refused; null: it is allowed. The write door asks for each change, before it
 * examines it.
 */
export type Allow = (change: AskedChange) => AccessRefusal | null

/** Who requests an operation, and what they can change. */
export type Requester = { readonly actor: Actor; readonly allow: Allow }

/** For what the program does on its own: sync, the rest of a failed job. */
export const allowAll: Allow = () => null

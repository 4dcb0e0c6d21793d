import type { AccessRefusal, Actor, OperationKind, RecordedActor, TranslationState } from '@dragoman/core'

/** A change that is about to be made, for whoever says whether it may be. */
export type AskedChange = {
  /** What is done by it; where something is undone, what that was. */
  readonly operation: Exclude<OperationKind, 'undo'>
  readonly kind: 'text' | 'key' | 'language'
  /** Null: all languages, as a key is in each. */
  readonly language: string | null
  /** Null: all namespaces, as a language has texts in each. */
  readonly namespace: string | null
  /** The state that is asked for; null: none in particular. */
  readonly state: TranslationState | null
  /** The words are the asker's own, and the project wants somebody else to review them. */
  readonly isOwnWork: boolean
  /** Whose operation is undone by it; null: none is. */
  readonly undoes: RecordedActor | null
}

/** Why a change may not be made; null: it may. The write door asks for each change, before it looks at it. */
export type Allow = (change: AskedChange) => AccessRefusal | null

/** Who asks for an operation, and what they may change. */
export type Requester = { readonly actor: Actor; readonly allow: Allow }

/** For what the program does of itself: sync, the rest of a job that has failed. */
export const allowAll: Allow = () => null

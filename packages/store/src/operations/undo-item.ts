import type { FieldsBefore, KeyBefore, LanguageBefore, TextBefore } from '../door/change.ts'
import type { RowItem } from './in-chunks.ts'

/** One step of undoing an operation. `newer`: what the operation wrote was changed again since. */
export type UndoItem = { readonly newer: boolean } & (
  | {
      readonly kind: 'text'
      readonly keyId: number
      readonly languageId: number
      readonly language: string
      readonly before: TextBefore
    }
  | { readonly kind: 'key-added'; readonly keyId: number; readonly backTo: number }
  | { readonly kind: 'key-edited'; readonly keyId: number; readonly before: FieldsBefore }
  | {
      readonly kind: 'key-removed'
      readonly keyId: number
      readonly before: KeyBefore
      readonly removedBy: number
    }
  | { readonly kind: 'language-added'; readonly before: LanguageBefore; readonly backTo: number }
  | { readonly kind: 'language-removed'; readonly before: LanguageBefore; readonly backTo: number }
)

/** A row, and the step of undoing that it requires; null: none. */
export type UndoRow = RowItem<UndoItem>

/** The operation that is to be undone. */
export type Undone = {
  readonly projectId: number
  readonly operationId: number
  readonly isUndo: boolean
  /** Ids of its rows of the history are in this range. */
  readonly firstChange: number
  readonly lastChange: number
}

/** A row of the history with the operation that the current state belongs to; null or 0: none. */
export type Owned = { readonly after: number | null; readonly now: number | null }

/** Returns whether the state that the operation left is still current. */
export function isInPlace({ operationId, isUndo }: Undone, { after, now }: Owned): boolean {
  const owner = now ?? 0
  // Early undos did not record this: of what they restored it is only known that it is older.
  if (after === null && isUndo) return owner <= operationId
  return owner === (after ?? operationId)
}

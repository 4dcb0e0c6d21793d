import type { FieldsBefore, KeyBefore, LanguageBefore, TextBefore } from './internal-change.ts'

/** One thing that undoing an operation does. `newer`: what the operation made was changed again since. */
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

/** The operation that is to be undone. */
export type Undone = { readonly projectId: number; readonly operationId: number; readonly isUndo: boolean }

/** A row of the history with whose work stands there now; null or 0: nobody's. */
export type Owned = { readonly after: number | null; readonly now: number | null }

/** What the operation left there is still what stands there. */
export function isInPlace({ operationId, isUndo }: Undone, { after, now }: Owned): boolean {
  const owner = now ?? 0
  // Undos recorded nothing else once: of what they brought back it is only known that it is older.
  if (after === null && isUndo) return owner <= operationId
  return owner === (after ?? operationId)
}

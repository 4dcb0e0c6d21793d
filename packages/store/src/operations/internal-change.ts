import type { EntryPath, Forms, PluralKind, RecordedActor, TranslationState } from '@dragoman/core'
import { parseJson } from '../rows.ts'
import type { ChangeRequest } from '../types.ts'
import type { LanguageToCome } from './prepare-language.ts'

/** A text as history keeps it: all that is needed to put it back. */
export type TextBefore = {
  readonly forms: Forms
  readonly state: TranslationState
  readonly version: number
  readonly sourceVersion: number
  readonly outdated: boolean
  /** The replaced text had come with its key: undoing that operation means the key, not this text. */
  readonly withKey: boolean
  /**
   * Who wrote it; put back with it, so that what an operation made is its own again when later ones are
   * undone.
   */
  readonly operationId: number | null
  /** Who wrote the words, where it was not the actor of the operation. */
  readonly author?: RecordedActor
}

/** The fields of a key as history keeps them. */
export type FieldsBefore = {
  readonly namespace: string
  readonly name: string
  readonly plural: PluralKind
  readonly path: EntryPath
  readonly description: string
  readonly tags: readonly string[]
  readonly maxLength: number | null
  readonly position: number
  readonly version: number
  /** Operation that wrote these fields. */
  readonly fieldsOperationId: number
}

/** A key that was removed, with its texts by language. */
export type KeyBefore = FieldsBefore & {
  /** Operation that had added it. */
  readonly operationId: number
  readonly texts: readonly (readonly [language: string, text: TextBefore])[]
}

export type LanguageBefore = {
  readonly id: number
  readonly tag: string
  readonly fallback: string | null
  readonly position: number
}

/** What the write door understands: what callers may ask for, and what only undo and the languages need. */
export type InternalChange =
  | Exclude<ChangeRequest, { readonly kind: 'remove-key' }>
  /** `backTo`: whose work is brought back by removing what was added; an undo only. */
  | { readonly kind: 'remove-key'; readonly keyId: number; readonly backTo?: number }
  | {
      readonly kind: 'restore-text'
      readonly keyId: number
      readonly language: string
      readonly before: TextBefore
    }
  /** `removedBy`: whose work the removal was. */
  | {
      readonly kind: 'restore-key'
      readonly keyId: number
      readonly before: KeyBefore
      readonly removedBy: number
    }
  | { readonly kind: 'restore-fields'; readonly keyId: number; readonly before: FieldsBefore }
  | {
      readonly kind: 'add-language'
      readonly tag: string
      readonly fallback: string | null
      readonly before?: LanguageBefore
      readonly backTo?: number
      /** Its rows were made before, under this id. */
      readonly prepared?: LanguageToCome
    }
  | { readonly kind: 'remove-language'; readonly tag: string; readonly backTo?: number }

/**
 * Kinds of rows in the history. `first` texts and added keys have none: the rows themselves say which
 * operation made them.
 */
export const CHANGE_KINDS = [
  'text',
  'key-edited',
  'key-removed',
  'key-restored',
  'language-added',
  'language-removed',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/**
 * The text of one language in a row of the history: of a change of that text, or of the removal of its key.
 */
export function recordedText(
  row: { readonly kind: string; readonly before: string },
  language: string,
): TextBefore | undefined {
  if (row.kind === 'text') return parseJson<TextBefore>(row.before)
  return parseJson<KeyBefore>(row.before).texts.find(([tag]) => tag === language)?.[1]
}

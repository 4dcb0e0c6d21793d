import type { EntryPath, Forms, KeyAlias, PluralKind, RecordedActor, TranslationState } from '@dragoman/core'
import { parseJson } from '../rows.ts'
import type { ChangeRequest, OperationRequest } from '../types.ts'

/** A text as it was: what history records of it, which is everything needed to restore it. */
export type TextBefore = {
  readonly forms: Forms
  readonly state: TranslationState
  readonly version: number
  readonly sourceVersion: number
  readonly outdated: boolean
  /**
   * The replaced text was added together with its key: undoing that operation removes the key, not just this
   * text.
   */
  readonly withKey: boolean
  /**
   * The operation that wrote it; restored with the text, so that it belongs to that operation again when
   * later ones are undone.
   */
  readonly operationId: number | null
  /** Who wrote the words, if not the actor of the operation. */
  readonly author?: RecordedActor
}

/** The fields of a key as recorded in history. */
export type FieldsBefore = {
  readonly namespace: string
  readonly name: string
  readonly plural: PluralKind
  readonly path: EntryPath
  readonly description: string
  readonly tags: readonly string[]
  /** Absent in history from before there were aliases. */
  readonly aliases?: readonly KeyAlias[]
  readonly maxLength: number | null
  /** Absent: none. */
  readonly syntax?: string
  readonly position: number
  readonly version: number
  /** Operation that wrote these fields. */
  readonly fieldsOperationId: number
}

/** A key that was removed, with its texts by language. */
export type KeyBefore = FieldsBefore & {
  /** Operation that added it. */
  readonly operationId: number
  readonly texts: readonly (readonly [language: string, text: TextBefore])[]
}

export type LanguageBefore = {
  readonly id: number
  readonly tag: string
  readonly fallback: string | null
  readonly position: number
}

/** A language whose rows are being created before it is added to the project: no one sees them until then. */
export type LanguageToCome = {
  readonly id: number
  /** Version of its texts. */
  readonly version: number
  /** Revision of the project when its first rows were created. */
  readonly revision: number
}

/**
 * The changes that the write door accepts: those that callers can request, and those that only undo and
 * language operations make.
 */
export type InternalChange =
  | Exclude<ChangeRequest, { readonly kind: 'remove-key' }>
  /** `backTo`: the operation whose state is restored by removing what was added; only for an undo. */
  | { readonly kind: 'remove-key'; readonly keyId: number; readonly backTo?: number }
  | {
      readonly kind: 'restore-text'
      readonly keyId: number
      readonly language: string
      readonly before: TextBefore
    }
  /** `removedBy`: the operation that removed the key. */
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
      /** Its rows were prepared before, under this id. */
      readonly prepared?: LanguageToCome
    }
  | { readonly kind: 'remove-language'; readonly tag: string; readonly backTo?: number }

/**
 * Kinds of rows in the history. First texts and added keys have none: the rows themselves say which operation
 * created them.
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
 * Returns the text of one language in a row of the history: of a change of that text, or of the removal of
 * its key.
 */
export function recordedText(
  row: { readonly kind: string; readonly before: string },
  language: string,
): TextBefore | undefined {
  if (row.kind === 'text') return parseJson<TextBefore>(row.before)
  return parseJson<KeyBefore>(row.before).texts.find(([tag]) => tag === language)?.[1]
}

/** The changes of keys and texts. */
export type KeyChange = Exclude<InternalChange, { readonly kind: 'add-language' | 'remove-language' }>

/** A request whose changes can also be those that only undo and language operations make. */
export type InternalRequest = Omit<OperationRequest, 'changes'> & {
  readonly changes: Iterable<InternalChange> | AsyncIterable<InternalChange>
}

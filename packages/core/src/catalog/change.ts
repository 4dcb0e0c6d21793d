import type { Forms, PluralKind } from '../message/forms.ts'
import type { TranslationState } from './state.ts'
import type { EntryPath } from './unit.ts'

/** The fields of a key that people can edit. */
export type KeyFields = {
  readonly namespace: string
  readonly name: string
  readonly plural: PluralKind
  readonly path: EntryPath
  readonly description: string
  readonly tags: readonly string[]
  /** Maximum length of texts in grapheme clusters; null: any length. */
  readonly maxLength: number | null
}

export type TranslationFields = { readonly forms: Forms; readonly state: TranslationState }

/**
 * One change of a project's content, with everything needed to invert it: the state before and after. Keys
 * are ids assigned by the store; `position` orders keys within the project.
 */
export type Change =
  | {
      readonly kind: 'translation'
      readonly keyId: number
      readonly language: string
      readonly before: TranslationFields
      readonly after: TranslationFields
    }
  | {
      readonly kind: 'key-added'
      readonly keyId: number
      readonly position: number
      readonly fields: KeyFields
      readonly translations: ReadonlyMap<string, TranslationFields>
    }
  | {
      readonly kind: 'key-removed'
      readonly keyId: number
      readonly position: number
      readonly fields: KeyFields
      readonly translations: ReadonlyMap<string, TranslationFields>
    }
  | {
      readonly kind: 'key-edited'
      readonly keyId: number
      readonly before: KeyFields
      readonly after: KeyFields
    }

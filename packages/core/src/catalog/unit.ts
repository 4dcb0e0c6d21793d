import type { Forms, PluralKind } from '../message/forms.ts'
import type { TranslationState } from './state.ts'

/**
 * Where an entry stands in a structured file: object keys as text, array places as numbers.
 * `["invoice", "title"]` is nested, `["invoice.title"]` is flat; both have the name `invoice.title`.
 */
export type EntryPath = readonly (string | number)[]

/**
 * One key of one file in one language: what the formats' entries become once plural suffixes are put
 * together.
 */
export type Unit = {
  readonly name: string
  readonly plural: PluralKind
  /** Path of the key without plural suffix. */
  readonly path: EntryPath
  readonly forms: Forms
  /** How far the work on it is. Absent: nothing is said of it, as in files that have no states. */
  readonly state?: Exclude<TranslationState, 'untranslated'>
}

/** Text that identifies a unit within its namespace. */
export function unitId(unit: { readonly name: string; readonly plural: PluralKind }): string {
  return `${unit.plural}\u0000${unit.name}`
}

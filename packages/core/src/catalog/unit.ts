import type { Forms, PluralKind } from '../message/forms.ts'
import type { TranslationState } from './state.ts'

/**
 * Where an entry is in a structured file: object keys as text, array indexes as numbers. `["invoice",
 * "title"]` is nested, `["invoice.title"]` is flat; both have the name `invoice.title`.
 */
export type EntryPath = readonly (string | number)[]

/** Returns whether two paths are the same. */
export function samePath(a: EntryPath, b: EntryPath): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index])
}

/** One key of one file in one language: the entries of a format with plural suffixes joined. */
export type Unit = {
  readonly name: string
  readonly plural: PluralKind
  /** Path of the key without plural suffix. */
  readonly path: EntryPath
  readonly forms: Forms
  /** The state in the file. Absent: not specified, as in formats without states. */
  readonly state?: Exclude<TranslationState, 'untranslated'>
  /** The syntax of its placeholders, if its file names one for it; an id of a message syntax. */
  readonly syntax?: string
}

/** Returns a text that identifies a unit within its namespace. */
export function unitId(unit: { readonly name: string; readonly plural: PluralKind }): string {
  return `${unit.plural}\u0000${unit.name}`
}

/** Returns units by their ids; of several with the same id, the last. */
export function unitsById<T extends Pick<Unit, 'name' | 'plural'>>(
  units: readonly T[],
): ReadonlyMap<string, T> {
  return new Map(units.map((unit) => [unitId(unit), unit]))
}

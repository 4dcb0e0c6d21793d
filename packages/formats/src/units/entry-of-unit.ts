import { type EntryPath, entryNames, type FormName, type PluralKind, type Unit } from '@dragoman/core'
import { type EntryUnit, type Format, unitEntryName } from '../format.ts'

/** The location of one form of a key in a file of a format, or the one that it would have. */
export type EntryOfUnit = { readonly name: string; readonly path: EntryPath; readonly unit?: EntryUnit }

/** Returns whether files of a format can hold a key with this kind of plural. */
export function hasPlaceFor({ plurals }: Pick<Format, 'plurals'>, plural: PluralKind): boolean {
  return plural === 'none' || plurals === 'names' || plurals === 'units'
}

/**
 * Returns name, path and unit of the entry for one form of a key: the inverse of `keyOfEntry`. Null if the
 * format cannot store it: a plural key in a format with plurals within the text, or without any.
 */
export function entryOfUnit(
  { plurals }: Pick<Format, 'plurals'>,
  unit: Pick<Unit, 'name' | 'path' | 'plural'>,
  form: FormName,
): EntryOfUnit | null {
  const { name, path, plural } = unit
  if (plural === 'none') return form === 'other' ? { name, path } : null
  switch (plurals) {
    case 'names':
      return entryNames(unit, form)
    case 'units': {
      const entry: EntryUnit = { name, plural, form, path }
      return { name: unitEntryName(entry), path: [...path, form], unit: entry }
    }
    case 'text':
    case 'none':
      return null
    default:
      return plurals satisfies never
  }
}

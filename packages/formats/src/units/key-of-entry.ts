import {
  type EntryPath,
  type FormName,
  type PluralBases,
  type PluralKind,
  pathWithoutSuffix,
  placeOfEntry,
} from '@dragoman/core'
import type { Entry, Format } from '../format.ts'

/** The key that an entry belongs to, and which of its forms the entry holds. */
export type KeyOfEntry = {
  readonly name: string
  readonly plural: PluralKind
  readonly form: FormName
  readonly path: EntryPath
}

/**
 * Tells the key of an entry by the format's way with plurals. `bases` names the keys that are plural: where
 * entries have suffixed names, only those are taken apart; where the file itself tells the forms, an entry
 * whose unit has no plural belongs to the plural key of its name all the same (a Japanese file may have
 * nothing but `other`).
 */
export function keyOfEntry(
  { plurals }: Pick<Format, 'plurals'>,
  entry: Pick<Entry, 'name' | 'path' | 'unit'>,
  bases: PluralBases,
): KeyOfEntry {
  const { name, path, unit } = entry
  switch (plurals) {
    case 'names': {
      if (typeof path.at(-1) !== 'string') return { name, plural: 'none', form: 'other', path }
      const { suffix, ...place } = placeOfEntry(name, bases)
      return { ...place, path: pathWithoutSuffix(path, suffix) }
    }
    case 'units': {
      if (unit === undefined) return { name, plural: 'none', form: 'other', path }
      if (unit.plural !== 'none') return unit
      return {
        name: unit.name,
        plural: bases.cardinal.has(unit.name) ? 'cardinal' : 'none',
        form: 'other',
        path: unit.path,
      }
    }
    case 'text':
    case 'none':
      return { name, plural: 'none', form: 'other', path }
    default:
      return plurals satisfies never
  }
}

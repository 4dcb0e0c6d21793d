import {
  type EntryPath,
  type FormName,
  formOfEntry,
  type PluralBases,
  type PluralKind,
  pathWithoutSuffix,
} from '@dragoman/core'
import type { Entry, Format } from '../format.ts'

/** The key that an entry belongs to, and the form it has. */
export type KeyOfEntry = {
  readonly name: string
  readonly plural: PluralKind
  readonly form: FormName
  readonly path: EntryPath
}

/**
 * Returns the key of an entry by the format's kind of plurals. `bases` names the plural keys: if entries have
 * suffixed names, only those are split; if the file itself defines the forms, an entry whose unit has no
 * plural still belongs to the plural key with its name (a Japanese file can have only `other`).
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
      const { suffix, ...place } = formOfEntry(name, bases)
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

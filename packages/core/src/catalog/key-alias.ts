import { FORM_NAMES } from '../message/forms.ts'
import { entryNames } from '../message/i18next/plural-keys.ts'
import type { EntryPath, Unit } from './unit.ts'

/**
 * A name under which a key is delivered next to its own, usually the one before it was renamed: apps that
 * still request it get the same text. It does not appear in files and exports.
 */
export type KeyAlias = { readonly name: string; readonly path: EntryPath }

export type AliasedUnit = Unit & { readonly aliases?: readonly KeyAlias[] }

/**
 * Returns the keys of a namespace in order, followed by each key under its aliases. A key with that name
 * takes precedence, even without a text, and so does the structure of the file: an alias never turns a parent
 * of keys into a text, a text into a parent, or a list into an object. If two keys have the same alias, the
 * first wins.
 */
export function withAliases(units: readonly AliasedUnit[]): readonly Unit[] {
  if (!units.some(({ aliases }) => aliases !== undefined && aliases.length > 0)) return units
  const taken = openTakenNames()
  for (const unit of units) taken.take(unit)
  const added: Unit[] = []
  for (const { aliases = [], ...unit } of units) {
    for (const { name, path } of aliases) {
      const alias = { ...unit, name, path }
      if (!taken.fits(alias)) continue
      taken.take(alias)
      added.push(alias)
    }
  }
  return [...units, ...added]
}

function openTakenNames() {
  const names = new Set<string>()
  const texts = new Set<string>()
  const parents = new Set<string>()
  const lists = new Set<string>()
  return {
    take(unit: Unit): void {
      names.add(unit.name)
      for (const { name, path } of entriesOf(unit)) {
        names.add(name)
        texts.add(placeOf(path))
        for (const [above, next] of pathsAbove(path)) {
          parents.add(above)
          if (typeof next === 'number') lists.add(above)
        }
      }
    },
    fits: (unit: Unit): boolean =>
      !names.has(unit.name) &&
      entriesOf(unit).every(
        ({ name, path }) =>
          !names.has(name) &&
          !parents.has(placeOf(path)) &&
          pathsAbove(path).every(
            ([above, next]) => !texts.has(above) && (typeof next === 'number' || !lists.has(above)),
          ),
      ),
  }
}

/** Returns the entries of a key in a file: its own name, and one for each form. */
function entriesOf(unit: Unit): readonly Pick<Unit, 'name' | 'path'>[] {
  const forms = FORM_NAMES.filter((form) => unit.forms[form] !== undefined)
  return unit.plural === 'none' ? [unit] : [unit, ...forms.map((form) => entryNames(unit, form))]
}

function placeOf(path: EntryPath): string {
  return path.join('\0')
}

function pathsAbove(path: EntryPath): readonly (readonly [place: string, next: string | number])[] {
  return path.slice(1).map((next, index) => [placeOf(path.slice(0, index + 1)), next])
}

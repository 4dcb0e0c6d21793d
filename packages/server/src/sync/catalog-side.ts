import { type FormName, type PluralBases, type TranslationState, type Unit, unitId } from '@dragoman/core'
import { type Document, type Format, keyOfEntry, statesIn } from '@dragoman/formats'
import type { UnitRow } from '@dragoman/store'

/** The catalog's side, grouped by what is plural now. */
export type CatalogSide = {
  /** By language, then by unit id, in order. */
  readonly units: ReadonlyMap<string, ReadonlyMap<string, Unit>>
  readonly keyIds: ReadonlyMap<string, number>
  readonly lastKeyId: number | null
  /** Plural units that were single keys before, with the ids of those keys. */
  readonly converted: ReadonlyMap<string, readonly number[]>
  readonly has: (id: string) => boolean
}

/**
 * Returns the catalog's side. `item_one` and `item_other` that were separate keys become forms of `item` once
 * a file shows that they belong together.
 */
export function catalogSide(
  { ours, format }: { readonly ours: ReadonlyMap<string, readonly UnitRow[]>; readonly format: Format },
  bases: PluralBases,
): CatalogSide {
  const units = new Map<string, Map<string, Unit>>()
  const keyIds = new Map<string, number>()
  const converted = new Map<string, Set<number>>()
  let lastKeyId: number | null = null
  for (const [language, rows] of ours) {
    const list = new Map<string, Unit>()
    for (const { keyId, unit, state } of rows) {
      lastKeyId = keyId
      const place =
        unit.plural === 'none' && format.plurals === 'names' ? keyOfEntry(format, unit, bases) : null
      if (place === null || place.plural === 'none') {
        const id = unitId(unit)
        list.set(id, unitAsFilesSayIt(unit, state, format.states))
        keyIds.set(id, keyId)
        continue
      }
      const { name, plural, form, path } = place
      const id = unitId({ name, plural })
      const earlier: Partial<Record<FormName, string>> = list.get(id)?.forms ?? {}
      const forms = unit.forms.other === undefined ? earlier : { ...earlier, [form]: unit.forms.other }
      list.set(id, { name, plural, path, forms })
      converted.set(id, (converted.get(id) ?? new Set()).add(keyId))
    }
    units.set(language, list)
  }
  const gone = new Set([...converted.values()].flatMap((ids) => [...ids]))
  const lists = new Map([...converted].map(([id, set]) => [id, [...set]]))
  return {
    units,
    keyIds,
    lastKeyId: lastKeyId !== null && gone.has(lastKeyId) ? null : lastKeyId,
    converted: lists,
    has: (id) => keyIds.has(id) || lists.has(id),
  }
}

/**
 * Returns the catalog's side of one file, with the nearest states that this file can store; without states if its texts
 * have none of their own: those of other texts in the file would count as theirs.
 */
export function unitsAsFileSaysThem(
  units: ReadonlyMap<string, Unit>,
  format: Format,
  document: Document,
): ReadonlyMap<string, Unit> {
  const states = statesIn(format, document)
  if (format.states === undefined || states?.length === format.states.length) return units
  return new Map(
    [...units].map(([id, { state, ...unit }]) => [
      id,
      state === undefined ? unit : unitAsFilesSayIt(unit, state, states),
    ]),
  )
}

/** Returns a unit with the nearest state that files can store, or without one if they store none. */
export function unitAsFilesSayIt(unit: Unit, state: TranslationState, states: Format['states']): Unit {
  if (states === undefined || state === 'untranslated') return unit
  return { ...unit, state: states.includes(state) ? state : 'translated' }
}

import { type Unit, unitId } from './unit.ts'

/** By `unitId`: the names that keys had before in their namespace, newest first. Other keys are left out. */
export type FormerNames = ReadonlyMap<string, readonly string[]>

export const NO_FORMER_NAMES: FormerNames = new Map()

type Named = Pick<Unit, 'name' | 'plural'>

/**
 * Returns which new units are units that are gone, under another name: by the id of the new one. Two keys can have had
 * the same name, one after the other, so a unit with a single match takes it first.
 */
export function pairRenamed<Gone extends Named>(
  gone: Iterable<Gone>,
  added: Iterable<Named>,
  formerNames: FormerNames,
): ReadonlyMap<string, Gone> {
  const pairs = new Map<string, Gone>()
  if (formerNames.size === 0) return pairs
  const unpaired = new Map([...gone].map((unit) => [unitId(unit), unit]))
  const matches = new Map<string, readonly string[]>()
  for (const unit of added) {
    const names = formerNames.get(unitId(unit)) ?? []
    matches.set(unitId(unit), [...new Set(names.map((name) => unitId({ name, plural: unit.plural })))])
  }
  for (let matchesMax = 1; matches.size > 0; ) {
    const before = matches.size
    for (const [id, formers] of matches) {
      const [newest, ...others] = formers.filter((former) => unpaired.has(former))
      if (others.length >= matchesMax) continue
      matches.delete(id)
      const unit = newest === undefined ? undefined : unpaired.get(newest)
      if (newest === undefined || unit === undefined) continue
      pairs.set(id, unit)
      unpaired.delete(newest)
      if (matchesMax > 1) break // It can leave others with a single match.
    }
    matchesMax = matches.size < before ? 1 : Number.POSITIVE_INFINITY
  }
  return pairs
}

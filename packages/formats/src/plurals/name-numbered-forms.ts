import type { Unit } from '@dragoman/core'
import { numberedForms, withCategories } from './numbering.ts'
import { usualNumbering } from './plural-rule.ts'

/**
 * Returns the keys of a catalog with CLDR's categories instead of numbered forms, which only the file that they came
 * from explains: apps request categories.
 */
export function nameNumberedForms<T extends Unit>(units: readonly T[], language: string): readonly T[] {
  const count = numberedForms(units)
  const numbering = count === 0 ? null : usualNumbering(language, count)
  if (numbering === null) return units
  return units.map((unit) => (numberedForms([unit]) === 0 ? unit : withCategories(unit, numbering).key))
}

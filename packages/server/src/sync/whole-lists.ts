import { groupBy, hasText, type UnitChange } from '@dragoman/core'
import { type Format, wholeListOf } from '@dragoman/formats'

/** Joins groups of changes that can only be written together: items of a list that get their first text or lose it. */
export function changesTogether(
  format: Format,
  groups: readonly (readonly UnitChange[])[],
): readonly (readonly UnitChange[])[] {
  if (format.hasWholeLists !== true) return groups
  const listOf = (group: readonly UnitChange[]) =>
    group.map((change) => changedListOf(format, change)).find((list) => list !== null)
  return [...groupBy(groups, (group) => listOf(group) ?? group).values()].map((joined) => joined.flat())
}

/** Returns the list in which an item gets its first text or loses it; null: none. The item of a deleted key is removed. */
export function changedListOf(format: Format, { before, after }: UnitChange): string | null {
  if (after === null || hasText(before?.forms ?? {}) === hasText(after.forms)) return null
  return wholeListOf(format, after)
}

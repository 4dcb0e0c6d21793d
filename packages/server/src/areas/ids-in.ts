import { LIMITS } from '@dragoman/core'

/** Ids of a comma-separated list; what is no id is left out, and what is too many. */
export function idsIn(list: string): readonly number[] {
  const ids = list.split(',').map(Number)
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, LIMITS.pageMax)
}

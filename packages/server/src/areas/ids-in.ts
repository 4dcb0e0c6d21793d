import { LIMITS } from '@dragoman/core'

/** Returns the ids of a comma-separated list, without invalid ones and those over the limit. */
export function idsIn(list: string): readonly number[] {
  const ids = list.split(',').map(Number)
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, LIMITS.pageMax)
}

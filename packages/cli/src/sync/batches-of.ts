import type { PushedChange } from '@dragoman/contract'

const CHANGES_AT_ONCE = 2000
const BYTES_AT_ONCE = 4_000_000

/** Splits changes into batches of at most `limit` that one operation can take without blocking the saves of others. */
export function batchesOf<T extends { readonly change: PushedChange }>(
  changes: readonly T[],
  limit = CHANGES_AT_ONCE,
): readonly T[][] {
  const batches: T[][] = []
  let bytes = 0
  for (const change of changes) {
    const size = Buffer.byteLength(JSON.stringify(change.change))
    const last = batches.at(-1)
    if (last === undefined || last.length >= limit || bytes + size > BYTES_AT_ONCE) {
      batches.push([change])
      bytes = size
    } else {
      last.push(change)
      bytes += size
    }
  }
  return batches
}

import type { PlannedChange } from './plan-namespace.ts'

const CHANGES_AT_ONCE = 2000
const BYTES_AT_ONCE = 4_000_000

/** Splits changes into batches that one operation can take without blocking the saves of others. */
export function batchesOf<T extends Pick<PlannedChange, 'change'>>(changes: readonly T[]): readonly T[][] {
  const batches: T[][] = []
  let bytes = 0
  for (const change of changes) {
    const size = Buffer.byteLength(JSON.stringify(change.change))
    const last = batches.at(-1)
    if (last === undefined || last.length >= CHANGES_AT_ONCE || bytes + size > BYTES_AT_ONCE) {
      batches.push([change])
      bytes = size
    } else {
      last.push(change)
      bytes += size
    }
  }
  return batches
}

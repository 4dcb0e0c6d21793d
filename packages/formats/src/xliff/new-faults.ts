import type { XmlTree } from '../source/xml-tree.ts'
import { validateXliff2 } from './validate-2/validate-xliff-2.ts'

/**
 * Whether a document breaks a rule of XLIFF 2 that it did not break before, or one more often: what was wrong
 * already may stay so.
 */
export function hasNewFaults(before: XmlTree, after: XmlTree): boolean {
  const known = faultsOf(before)
  for (const [fault, count] of faultsOf(after)) if (count > (known.get(fault) ?? 0)) return true
  return false
}

/** Nobody mends a file with so many; looking for more would hold up its edits. */
const MOST_FAULTS = 20_000

/** How often each rule is broken, by what it says of the place and not by the place, which moves. */
function faultsOf({ root, table }: XmlTree): ReadonlyMap<string, number> {
  const faults = new Map<string, number>()
  if (root === null) return faults
  for (const { code, params } of validateXliff2(table.text, root, MOST_FAULTS)) {
    const fault = JSON.stringify([code, params])
    faults.set(fault, (faults.get(fault) ?? 0) + 1)
  }
  return faults
}

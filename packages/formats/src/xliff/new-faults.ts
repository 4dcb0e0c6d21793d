import type { XmlTree } from '../source/xml-tree.ts'
import { validateXliff2 } from './validate-2/validate-xliff-2.ts'

/**
 * Returns whether a document breaks a rule of XLIFF 2 that it did not break before, or one more often:
 * existing errors can stay.
 */
export function hasNewFaults(before: XmlTree, after: XmlTree): boolean {
  const known = faultsOf(before)
  for (const [fault, count] of faultsOf(after)) if (count > (known.get(fault) ?? 0)) return true
  return false
}

/** No one fixes a file with that many errors; searching for more would block its edits. */
const MOST_FAULTS = 20_000

/** Returns how often each rule is broken, by code and parameters instead of position, which moves. */
function faultsOf({ root, table }: XmlTree): ReadonlyMap<string, number> {
  const faults = new Map<string, number>()
  if (root === null) return faults
  for (const { code, params } of validateXliff2(table.text, root, MOST_FAULTS)) {
    const fault = JSON.stringify([code, params])
    faults.set(fault, (faults.get(fault) ?? 0) + 1)
  }
  return faults
}

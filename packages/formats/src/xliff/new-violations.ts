import type { XmlTree } from '../source/xml-tree.ts'
import { validateXliff2 } from './validate-2/validate-xliff-2.ts'

/**
 * Returns whether a document breaks a rule of XLIFF 2 that it did not break before, or one more often:
 * existing errors can stay.
 */
export function hasNewViolations(before: XmlTree, after: XmlTree): boolean {
  const known = violationsOf(before)
  for (const [violation, count] of violationsOf(after)) if (count > (known.get(violation) ?? 0)) return true
  return false
}

/** No one fixes a file with that many errors; searching for more would block its edits. */
const MOST_VIOLATIONS = 20_000

/** Returns how often each rule is broken, by code and parameters instead of position, which moves. */
function violationsOf({ root, table }: XmlTree): ReadonlyMap<string, number> {
  const violations = new Map<string, number>()
  if (root === null) return violations
  for (const { code, params } of validateXliff2(table.text, root, MOST_VIOLATIONS)) {
    const violation = JSON.stringify([code, params])
    violations.set(violation, (violations.get(violation) ?? 0) + 1)
  }
  return violations
}

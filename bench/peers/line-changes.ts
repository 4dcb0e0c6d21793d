/**
 * Returns the number of lines that only one of the texts has, the maximum of both directions. A moved line
 * counts as unchanged, so this is never more than in a diff.
 */
export function lineChanges(before: Buffer, after: Buffer): number {
  const counts = new Map<string, number>()
  for (const line of linesOf(before)) counts.set(line, (counts.get(line) ?? 0) + 1)
  let added = 0
  for (const line of linesOf(after)) {
    const left = counts.get(line) ?? 0
    if (left > 0) counts.set(line, left - 1)
    else added++
  }
  const removed = [...counts.values()].reduce((sum, left) => sum + left, 0)
  return Math.max(added, removed)
}

/** Splits bytes as characters, because their meaning does not matter here. */
function linesOf(bytes: Buffer): readonly string[] {
  return bytes.toString('latin1').split('\n')
}

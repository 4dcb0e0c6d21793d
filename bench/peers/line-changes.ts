/**
 * Lines that one text has and the other has not, the larger of both directions. A line that only moved counts
 * as unchanged, so this never tells more than a diff would.
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

/** Byte by byte as characters: what the bytes mean does not matter here. */
function linesOf(bytes: Buffer): readonly string[] {
  return bytes.toString('latin1').split('\n')
}

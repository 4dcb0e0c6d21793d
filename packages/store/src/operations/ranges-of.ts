/** A gap wider than this starts a new range. */
const GAP = 5000

/** Returns ranges that together contain all the ids, and few others. */
export function rangesOf(ids: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const sorted = Float64Array.from(ids).sort()
  const ranges: [number, number][] = []
  for (const id of sorted) {
    const open = ranges.at(-1)
    if (open && id - open[1] <= GAP) open[1] = id
    else ranges.push([id, id])
  }
  return ranges
}

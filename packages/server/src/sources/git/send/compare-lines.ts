import { diffArrays } from 'diff'

export type ComparedLine = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }

/** A line that is unique in both files: its indexes in them. */
type Anchor = { readonly before: number; readonly after: number }

/** Maximum number of differences searched for between two anchors: the search takes the square of that. */
const EDITS_MAX = 200

/**
 * Compares two files line by line. Lines that both have once are compared first, and only what is between them is
 * searched for differences. So thousands of changed lines take no longer than a few.
 */
export function compareLines(before: readonly string[], after: readonly string[]): readonly ComparedLine[] {
  const compared: ComparedLine[] = []
  let [fromBefore, fromAfter] = [0, 0]
  const end: Anchor = { before: before.length, after: after.length }
  for (const anchor of [...anchorsOf(before, after), end]) {
    const between = [before.slice(fromBefore, anchor.before), after.slice(fromAfter, anchor.after)] as const
    for (const line of compareBetween(...between)) compared.push(line)
    const text = after[anchor.after]
    if (text !== undefined) compared.push({ kind: 'same', text })
    fromBefore = anchor.before + 1
    fromAfter = anchor.after + 1
  }
  return compared
}

function compareBetween(before: readonly string[], after: readonly string[]): readonly ComparedLine[] {
  const removed = before.map((text): ComparedLine => ({ kind: 'removed', text }))
  const added = after.map((text): ComparedLine => ({ kind: 'added', text }))
  if (before.length === 0 || after.length === 0) return [...removed, ...added]
  const found = diffArrays([...before], [...after], { maxEditLength: EDITS_MAX })
  if (found === undefined) return [...removed, ...added]
  return found.flatMap(({ value, ...is }) => {
    const kind = is.removed ? 'removed' : is.added ? 'added' : 'same'
    return value.map((text): ComparedLine => ({ kind, text }))
  })
}

/** Returns as many lines that both files have once as are in the same order in both. */
function anchorsOf(before: readonly string[], after: readonly string[]): readonly Anchor[] {
  const inAfter = placesOfUnique(after)
  const shared: Anchor[] = []
  for (const [line, place] of placesOfUnique(before)) {
    const other = inAfter.get(line)
    if (other !== undefined) shared.push({ before: place, after: other })
  }
  return longestGrowing(shared)
}

/** Returns the indexes of lines that appear only once, in order. */
function placesOfUnique(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [index, line] of lines.entries()) {
    if (repeated.has(line)) continue
    if (!places.has(line)) {
      places.set(line, index)
      continue
    }
    places.delete(line)
    repeated.add(line)
  }
  return places
}

/** Returns the longest selection, in order, whose indexes in the second file grow too. */
function longestGrowing(shared: readonly Anchor[]): readonly Anchor[] {
  type Link = { readonly anchor: Anchor; readonly previous: Link | undefined }
  /** By length: the selection of that length whose last index is the lowest. */
  const ends: Link[] = []
  for (const anchor of shared) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle]?.anchor.after ?? 0) < anchor.after) low = middle + 1
      else high = middle
    }
    ends[low] = { anchor, previous: ends[low - 1] }
  }
  const selected: Anchor[] = []
  for (let link = ends.at(-1); link !== undefined; link = link.previous) selected.push(link.anchor)
  return selected.reverse()
}

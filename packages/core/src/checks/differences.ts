/** One thing found in a text that another text must have too: what it is called, and where it stands. */
export type Found = { readonly id: string; readonly text: string; readonly start: number; readonly end: number }

/** The first of each that `wanted` has and `present` has not. */
export function lacking(wanted: readonly Found[], present: readonly Found[]): Found[] {
  if (wanted.length === 0) return []
  const have = new Set(present.map((found) => found.id))
  const missing: Found[] = []
  for (const found of wanted) {
    if (have.has(found.id)) continue
    have.add(found.id)
    missing.push(found)
  }
  return missing
}

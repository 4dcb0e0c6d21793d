/** A piece of a text that another text must contain too: its id and location. */
export type Found = {
  readonly id: string
  readonly text: string
  readonly start: number
  readonly end: number
}

export type Difference = { readonly missing: readonly Found[]; readonly extra: readonly Found[] }

export const NO_DIFFERENCE: Difference = { missing: [], extra: [] }

/** Returns those of `wanted` that are missing in `present`, each once. */
export function findMissing(wanted: readonly Found[], present: readonly Found[]): readonly Found[] {
  if (wanted.length <= 8 && wanted.every(({ id }) => present.some((found) => found.id === id)))
    return NO_DIFFERENCE.missing
  const have = new Set(present.map((found) => found.id))
  const missing: Found[] = []
  for (const found of wanted) {
    if (have.has(found.id)) continue
    have.add(found.id)
    missing.push(found)
  }
  return missing
}

/**
 * Caches the last result of a function: checks that use the same difference from both sides run one after the
 * other.
 */
export function rememberLast<A extends object, R>(compute: (argument: A) => R): (argument: A) => R {
  let last: { readonly argument: A; readonly result: R } | undefined
  return (argument) => {
    if (last?.argument !== argument) last = { argument, result: compute(argument) }
    return last.result
  }
}

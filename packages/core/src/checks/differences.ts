/** A piece of a text that another text must contain too: its id and location. */
export type Found = {
  readonly id: string
  readonly text: string
  readonly start: number
  readonly end: number
}

export type Difference = { readonly missing: readonly Found[]; readonly extra: readonly Found[] }

const NONE: readonly never[] = []

export const NO_DIFFERENCE: Difference = { missing: NONE, extra: NONE }

/** Returns those of `wanted` that are missing in `present`, each once. */
export function findMissing<F extends Found>(wanted: readonly F[], present: readonly Found[]): readonly F[] {
  if (wanted.length <= 8 && wanted.every(({ id }) => present.some((found) => found.id === id))) return NONE
  const have = new Set(present.map((found) => found.id))
  const missing: F[] = []
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

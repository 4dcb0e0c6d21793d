export type HeldBack<T> = {
  /** What can be written together. */
  readonly kept: readonly T[]
  /** What cannot be, each with the reason's code. */
  readonly held: readonly { readonly item: T; readonly code: string }[]
}

/** Tries at most: beyond, whatever has not been tried is held back with the reason of its group. */
const TRIES_MAX = 300

/**
 * Parts what can be written from what cannot, so that one item never holds up the others. `refusal` answers
 * why the items cannot be written together; null: they can. Halves what is refused, so that a few bad ones
 * among many are found with few tries.
 */
export function holdBack<T>(
  items: readonly T[],
  refusal: (items: readonly T[]) => string | null,
): HeldBack<T> {
  let kept: readonly T[] = []
  const held: { item: T; code: string }[] = []
  let tries = 0
  function add(rest: readonly T[]): void {
    if (rest.length === 0) return
    tries += 1
    const all = [...kept, ...rest]
    const code = refusal(all)
    if (code === null) {
      kept = all
      return
    }
    if (rest.length === 1 || tries >= TRIES_MAX) {
      for (const item of rest) held.push({ item, code })
      return
    }
    const middle = Math.ceil(rest.length / 2)
    add(rest.slice(0, middle))
    add(rest.slice(middle))
  }
  add(items)
  return { kept, held }
}

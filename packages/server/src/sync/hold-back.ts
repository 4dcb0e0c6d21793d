export type HeldBack<T> = {
  /** Items that can be written together. */
  readonly kept: readonly T[]
  /** Items that cannot be written, each with the reason's code. */
  readonly held: readonly { readonly item: T; readonly code: string }[]
}

/**
 * The maximum number of attempts; after that, untested items are held back with the reason of their group.
 */
const TRIES_MAX = 300

/**
 * Separates what can be written from what cannot, so that one item never blocks the others. `refusal` returns
 * why items cannot be written together; null: they can. Refused items are halved, so that a few bad ones
 * among many are found with few attempts.
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

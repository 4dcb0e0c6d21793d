/** Returns a number from 0 up to, but excluding, `below`. */
export type Random = (below: number) => number

/** Returns a linear congruential generator: the same numbers for the same seed. */
export function generator(seed: number): Random {
  let state = seed * 7919
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Returns one of the items; undefined if there are none. */
export function oneOf<T>(random: Random, items: readonly T[]): T | undefined {
  return items[random(Math.max(1, items.length))]
}

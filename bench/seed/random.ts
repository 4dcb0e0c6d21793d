/** A stream of numbers in [0, 1), identical for the same seed on every machine (mulberry32). */
export type Random = () => number

/**
 * Returns a separate stream for every combination of parts, so that a longer text does not change another
 * one.
 */
export function randomOf(...parts: readonly number[]): Random {
  let state = 0x9e3779b9
  for (const part of parts) state = mix(state ^ Math.imul(part + 1, 0x85ebca6b))
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pick<T>(random: Random, list: readonly T[]): T {
  const item = list[Math.floor(random() * list.length)]
  if (item === undefined) throw new Error('pick needs a list that is not empty')
  return item
}

/** Picks some words often and most rarely, as in real texts. */
export function pickCommonFirst<T>(random: Random, list: readonly T[]): T {
  const item = list[Math.floor(random() ** 2 * list.length)]
  if (item === undefined) throw new Error('pickCommonFirst needs a list that is not empty')
  return item
}

function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return h ^ (h >>> 16)
}

import { editDistance } from '@dragoman/core'

/** Returns the most similar word, or null if none is close enough. */
export function nearest(word: string, words: readonly string[]): string | null {
  let best: string | null = null
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of words) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), least - 1)
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}

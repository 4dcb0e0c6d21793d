import type { CheckedText } from './check.ts'
import type { Found } from './differences.ts'

/**
 * Returns the number that the placeholder of a translation is the start of, if the source has it in front of a percent
 * sign: Turkish `%50` for `50%`, which Qt reads as its placeholder `%50`. Null: it is a placeholder.
 */
export function percentFirst({ source, text }: CheckedText, { start, text: written }: Found): string | null {
  if (source === null || !/^%\d/.test(written)) return null
  NUMBER_BEHIND.lastIndex = start + 1
  const number = NUMBER_BEHIND.exec(text)?.[0]
  if (number === undefined) return null
  for (const [, inSource] of source.matchAll(PERCENTAGE)) if (inSource === number) return number
  return null
}

const NUMBER_BEHIND = /\d{1,10}/y
const PERCENTAGE = /(?<![\d.,])(\d{1,10})\s?%/g

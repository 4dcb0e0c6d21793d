import { matchTokens, type TokenMatch } from '../text/diff.ts'
import { tokenize } from '../text/tokens.ts'

/** Combines both changes of one text word by word; null if they change the same words. */
export function mergeText(base: string, a: string, b: string): string | null {
  if (a === b || b === base) return a
  if (a === base) return b
  const words = tokenize(base)
  const left = replacements(words, tokenize(a))
  const right = replacements(words, tokenize(b))
  const merged: string[] = []
  let at = 0
  let i = 0
  let j = 0
  while (i < left.length || j < right.length) {
    const fromLeft = left[i]
    const fromRight = right[j]
    if (fromLeft !== undefined && fromRight !== undefined && isAdjacent(fromLeft, fromRight)) {
      if (
        fromLeft.start !== fromRight.start ||
        fromLeft.end !== fromRight.end ||
        fromLeft.text !== fromRight.text
      )
        return null
      j += 1
    }
    const isLeft = fromRight === undefined || (fromLeft !== undefined && fromLeft.start <= fromRight.start)
    const next = isLeft ? fromLeft : fromRight
    if (next === undefined) break
    merged.push(...words.slice(at, next.start), next.text)
    at = next.end
    if (isLeft) i += 1
    else j += 1
  }
  return [...merged, ...words.slice(at)].join('')
}

/** A range of words, and the text that replaces it. */
type Replacement = { readonly start: number; readonly end: number; readonly text: string }

function replacements(base: readonly string[], other: readonly string[]): Replacement[] {
  const found: Replacement[] = []
  const end: TokenMatch = { a: base.length, b: other.length, length: 0 }
  let i = 0
  let j = 0
  for (const match of [...matchTokens(base, other), end]) {
    if (match.a > i || match.b > j)
      found.push({ start: i, end: match.a, text: other.slice(j, match.b).join('') })
    i = match.a + match.length
    j = match.b + match.length
  }
  return found
}

/** Returns whether changes overlap. Adjacent ones do, because the order of their words is ambiguous. */
function isAdjacent(a: Replacement, b: Replacement): boolean {
  return a.start <= b.end && b.start <= a.end
}

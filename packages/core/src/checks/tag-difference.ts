import type { Part, TagPart } from '../message/part.ts'
import type { CheckedText } from './check.ts'
import { type Difference, type Found, findMissing, NO_DIFFERENCE, rememberLast } from './differences.ts'
import { tagPieces } from './text-pieces.ts'

/**
 * Returns tags that the text should have and lacks, and those that the source does not have. Opening and
 * closing tags are different, and each occurrence counts.
 */
export const tagDifference = rememberLast((checked: CheckedText): Difference => {
  const { text, source } = checked
  if (source === null || !(source.includes('<') || text.includes('<'))) return NO_DIFFERENCE
  const wanted = tagsOf(checked.parsedSource().parts)
  const present = tagsOf(checked.parsed().parts)
  const missing = findMissing(wanted, present)
  const extra = findMissing(present, wanted)
  return missing.length === 0 && extra.length === 0 ? NO_DIFFERENCE : { missing, extra }
})

function tagsOf(parts: readonly Part[]): Found[] {
  const found: Found[] = []
  const counts = new Map<string, number>()
  for (const part of tagPieces(parts)) {
    const kind = part.form === 'close' ? `/${part.name}` : nameOf(part)
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    found.push({
      id: count === 1 ? kind : `${kind} ${count}`,
      text: part.text,
      start: part.span.start,
      end: part.span.end,
    })
  }
  return found
}

/**
 * Returns the name of a tag. Names of XLIFF's inline elements include their ids, because each represents
 * something different.
 */
function nameOf({ name, text }: TagPart): string {
  const id = INLINE.has(name) ? / (?:id|ctype|dataRef)="([^"]*)"/.exec(text)?.[1] : undefined
  return id === undefined ? name : `${name} ${id}`
}

const INLINE: ReadonlySet<string> = new Set([
  'x',
  'g',
  'ph',
  'pc',
  'bx',
  'ex',
  'sc',
  'ec',
  'bpt',
  'ept',
  'it',
])

import { intlTag } from './tag.ts'

export type Direction = 'ltr' | 'rtl'

/** Returns the writing direction of a language, from its script or the likely script according to CLDR. */
export function directionOf(tag: string): Direction {
  const cached = known.get(tag)
  if (cached !== undefined) return cached
  const script = new Intl.Locale(intlTag(tag)).maximize().script
  const direction = script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr'
  if (known.size < 2000) known.set(tag, direction)
  return direction
}

/** Cached because every rendered text needs it. */
const known = new Map<string, Direction>()

/** Right-to-left scripts of languages in use today. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  'Adlm',
  'Arab',
  'Aran',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
  'Yezi',
])

import { intlTag } from './tag.ts'

export type Direction = 'ltr' | 'rtl'

/** The writing direction of a language, from its script or the script CLDR takes for likely. */
export function directionOf(tag: string): Direction {
  const cached = known.get(tag)
  if (cached !== undefined) return cached
  const script = new Intl.Locale(intlTag(tag)).maximize().script
  const direction = script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr'
  if (known.size < 2000) known.set(tag, direction)
  return direction
}

/** Asked for with every text that is drawn. */
const known = new Map<string, Direction>()

/** Scripts that Unicode writes from right to left and that languages in use today are written in. */
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

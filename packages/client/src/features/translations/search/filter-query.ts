import { parseQuery } from '@dragoman/core'

/** The chips above the list: each sets one token of the search (or none). */
export const FILTER_CHIPS = [
  'all',
  'untranslated',
  'failing',
  'outdated',
  'draft',
  'translated',
  'reviewed',
] as const
export type FilterChip = (typeof FILTER_CHIPS)[number]

/** Returns the chip of a query, regardless of its other parts; `all` if there is none. */
export function chipOf(query: string): FilterChip {
  for (const token of splitTokens(query)) {
    const chip = chipOfToken(token)
    if (chip !== null) return chip
  }
  return 'all'
}

/** Returns the query with another chip selected; all other tokens and words stay. */
export function withChip(query: string, chip: FilterChip): string {
  const others = splitTokens(query).filter((token) => chipOfToken(token) === null)
  const token = CHIP_TOKENS.get(chip)
  return (token === undefined ? others : [token, ...others]).join(' ')
}

/** Returns the chip whose strings one token of a search finds, however it is written; null if there is none. */
export function chipOfToken(token: string): FilterChip | null {
  const [term] = parseQuery(token).terms
  if (term === undefined || term.isNegated) return null
  if (term.kind === 'state') return term.state
  if (term.kind !== 'is') return null
  if (term.flag === 'empty') return 'untranslated'
  return term.flag === 'outdated' || term.flag === 'failing' ? term.flag : null
}

/** Splits a search at spaces; quoted words stay together, and a backslash escapes a quote as in `parseQuery`. */
export function splitTokens(query: string): string[] {
  return query.match(/-?(?:[\p{L}-]+:)?"(?:\\.|[^"\\])*\\?"?|\S+/gsu) ?? []
}

const CHIP_TOKENS: ReadonlyMap<FilterChip, string> = new Map([
  ['untranslated', 'state:untranslated'],
  ['draft', 'state:draft'],
  ['translated', 'state:translated'],
  ['reviewed', 'state:reviewed'],
  ['outdated', 'is:outdated'],
  ['failing', 'is:failing'],
])

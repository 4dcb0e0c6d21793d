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
    const chip = TOKEN_CHIPS.get(token.toLowerCase())
    if (chip !== undefined) return chip
  }
  return 'all'
}

/** Returns the query with another chip selected; all other tokens and words stay. */
export function withChip(query: string, chip: FilterChip): string {
  const others = splitTokens(query).filter((token) => !TOKEN_CHIPS.has(token.toLowerCase()))
  const token = CHIP_TOKENS.get(chip)
  return (token === undefined ? others : [token, ...others]).join(' ')
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
const TOKEN_CHIPS: ReadonlyMap<string, FilterChip> = new Map([
  ...[...CHIP_TOKENS].map(([chip, token]) => [token, chip] as const),
  // Other ways to write them, see `parseQuery`.
  ['state:outdated', 'outdated'],
  ['state:failing', 'failing'],
])

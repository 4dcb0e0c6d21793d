/** The chips above the list: each stands for one token of the search line (or for none). */
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

/** The chip that a query stands for, whatever else it asks for; `all` when none does. */
export function chipOf(query: string): FilterChip {
  for (const token of splitTokens(query)) {
    const chip = TOKEN_CHIPS.get(token.toLowerCase())
    if (chip !== undefined) return chip
  }
  return 'all'
}

/** The query with another chip chosen; all other tokens and words stay. */
export function withChip(query: string, chip: FilterChip): string {
  const others = splitTokens(query).filter((token) => !TOKEN_CHIPS.has(token.toLowerCase()))
  const token = CHIP_TOKENS.get(chip)
  return (token === undefined ? others : [token, ...others]).join(' ')
}

/** A search line cut at spaces; quoted words stay together. */
export function splitTokens(query: string): string[] {
  return query.match(/-?(?:[\p{L}-]+:)?"[^"]*"?|\S+/gu) ?? []
}

const CHIP_TOKENS: ReadonlyMap<FilterChip, string> = new Map([
  ['untranslated', 'state:untranslated'],
  ['draft', 'state:draft'],
  ['translated', 'state:translated'],
  ['reviewed', 'state:reviewed'],
  ['outdated', 'is:outdated'],
  ['failing', 'is:failing'],
])
const TOKEN_CHIPS: ReadonlyMap<string, FilterChip> = new Map(
  [...CHIP_TOKENS].map(([chip, token]) => [token, chip]),
)

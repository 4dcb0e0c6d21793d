const COLORS = ['var(--violet)', 'var(--jade)', 'var(--rust)', 'var(--lapis)', 'var(--amber)'] as const

/** The colour of a person, by name: the same in the header, in lists and in the activity. */
export function personColor(name: string): string {
  let sum = 0
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973
  return COLORS[sum % COLORS.length] ?? COLORS[0]
}

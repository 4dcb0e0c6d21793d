/** The longest name in an email to an address that no one has confirmed, in characters as people count them. */
export const PLAIN_NAME_MAX = 60

/** What programs for email make links of, in addition to dots: schemes, paths, addresses. NFKC has replaced wide forms. */
const SIGNS_OF_LINKS = /[:/\\@|<>]/g
/** A dot before anything but a space, and the other signs that browsers treat as one in a host name. */
const INNER_DOTS = /[.․。｡](?=\S)/gu
/** Control and format characters, private and unassigned ones: no one sees them, or they reorder others. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu

/**
 * Returns a name as it can be in an email to an address that no one has confirmed (docs/decisions/0155): visible
 * characters in their order, nothing that becomes a link, at most 60 characters. Empty if nothing is left.
 */
export function plainName(name: string): string {
  const shown = name
    .normalize('NFKC')
    .replace(HIDDEN, ' ')
    .replace(SIGNS_OF_LINKS, ' ')
    .replace(INNER_DOTS, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(shown)) return ''
  const characters = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(shown)]
  if (characters.length <= PLAIN_NAME_MAX) return shown
  const kept = characters.slice(0, PLAIN_NAME_MAX - 1).map(({ segment }) => segment)
  return `${kept.join('').trimEnd()}…`
}

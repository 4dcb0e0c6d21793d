import type { PlaceholderPart } from '../message/part.ts'

/**
 * How placeholders of two texts are matched: by name; by position, if one of the texts uses numbered ones
 * (`%2$s`); otherwise by the kind of value and the number of occurrences, so that the missing one is
 * reported.
 */
export type Numbering = 'names' | 'places' | 'kinds'

export function argumentId(part: PlaceholderPart, numbering: Numbering, counts: Map<string, number>): string {
  if (numbering === 'names' || !isPositional(part)) return part.name
  const kind = valueKind(part)
  if (numbering === 'places') return `${part.name} ${kind}`
  const count = (counts.get(kind) ?? 0) + 1
  counts.set(kind, count)
  return `${kind} ${count}`
}

/** Returns whether any of them specifies its position. */
export function hasPositions(placeholders: readonly PlaceholderPart[]): boolean {
  return placeholders.some((part) => isPositional(part) && /^%(?:\d+[$:]|[^[]{0,20}\[\d)/.test(part.text))
}

/**
 * Returns a common kind for conversions of the same value: `%d` and `%i`, `%s` and Python's `%r`; `%@` has a
 * kind of its own.
 */
export function valueKind({ format }: PlaceholderPart): string {
  if (format === null) return ''
  if ('dioxXuUb'.includes(format)) return 'd'
  if (format === 'r') return 's'
  return 'fFeEgGaA'.includes(format) ? 'f' : format
}

/** Returns whether it is identified by position rather than by name. */
export function isPositional({ name, format }: PlaceholderPart): boolean {
  return format !== null && /^\d+$/.test(name)
}

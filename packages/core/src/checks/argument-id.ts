import type { PlaceholderPart } from '../message/part.ts'

/**
 * How placeholders of two texts are told to be the same: by their names; by their places, where some text
 * gives them (`%2$s`); else by the kind of value, as often as it stands there, so that one that was dropped
 * is the one told of.
 */
export type Numbering = 'names' | 'places' | 'kinds'

export function argumentId(part: PlaceholderPart, numbering: Numbering, counts: Map<string, number>): string {
  if (numbering === 'names' || !hasPlaceName(part)) return part.name
  const kind = valueKind(part)
  if (numbering === 'places') return `${part.name} ${kind}`
  const count = (counts.get(kind) ?? 0) + 1
  counts.set(kind, count)
  return `${kind} ${count}`
}

/** Whether any of them says which value it takes. */
export function hasPlaces(placeholders: readonly PlaceholderPart[]): boolean {
  return placeholders.some((part) => hasPlaceName(part) && /^%(?:\d+\$|\[)/.test(part.text))
}

/** Conversions that take the same value: `%d` and `%i`, `%s` alone, `%@` alone. */
export function valueKind({ format }: PlaceholderPart): string {
  if (format === null) return ''
  if ('dioxXuUb'.includes(format)) return 'd'
  return 'fFeEgGaA'.includes(format) ? 'f' : format
}

/** Whether it takes the value of a place rather than of a name. */
export function hasPlaceName({ name, format }: PlaceholderPart): boolean {
  return format !== null && /^\d+$/.test(name)
}

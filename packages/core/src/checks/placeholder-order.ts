import { placeholdersOf } from '../message/placeholders-of.ts'
import { hasPositions, isPositional, valueKind } from './argument-id.ts'
import { type Check, NOTHING } from './check.ts'
import { placeholderDifference } from './placeholder-difference.ts'

/** `%d … %s` for `%s … %d`: each would get the other's value. The fix adds their positions, if the syntax has them. */
export const placeholderOrder: Check = {
  codes: ['placeholder-order'],
  run(checked) {
    const { syntax, source, text } = checked
    if (syntax.arguments === 'named' || source === null || !syntax.hasPlaceholders(source)) return NOTHING
    const { missing, extra } = placeholderDifference(checked)
    if (missing.length > 0 || extra.length > 0) return NOTHING
    const wanted = placeholdersOf(checked.parsedSource().parts).filter(isPositional)
    const present = placeholdersOf(checked.parsed().parts).filter(isPositional)
    if (wanted.length !== present.length || hasPositions(wanted) || hasPositions(present)) return NOTHING
    const first = present[0]
    const last = present.at(-1)
    if (
      first === undefined ||
      last === undefined ||
      wanted.every((part, index) => isSameKind(part, present[index]))
    )
      return NOTHING
    const places = new Map<string, number[]>()
    for (const [index, part] of wanted.entries())
      places.set(valueKind(part), [...(places.get(valueKind(part)) ?? []), index + 1])
    const span = { start: first.span.start, end: last.span.end }
    const issue = { code: 'placeholder-order', severity: 'error', span } as const
    if (syntax.withPlace === undefined) return [issue]
    let fixed = ''
    let at = span.start
    for (const part of present) {
      const place = places.get(valueKind(part))?.shift()
      fixed += text.slice(at, part.span.start)
      fixed += place === undefined ? part.text : syntax.withPlace(part.text, place)
      at = part.span.end
    }
    return [{ ...issue, fix: { span, text: fixed } }]
  },
}

function isSameKind(
  a: Parameters<typeof valueKind>[0],
  b: Parameters<typeof valueKind>[0] | undefined,
): boolean {
  return b !== undefined && valueKind(a) === valueKind(b)
}

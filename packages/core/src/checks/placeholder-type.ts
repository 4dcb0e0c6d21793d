import { placeholdersOf } from '../message/placeholders-of.ts'
import { type Check, NOTHING } from './check.ts'

/** A date that is formatted as something else, or the reverse: the value is right, but its format is not. */
export const placeholderType: Check = {
  codes: ['placeholder-type'],
  run(checked) {
    // Syntaxes without choices have no types either.
    if (
      checked.syntax.pluralOf === undefined ||
      checked.source === null ||
      !checked.syntax.hasPlaceholders(checked.source)
    )
      return NOTHING
    const wanted = placeholdersOf(checked.parsedSource().parts).filter(({ type }) => type === 'date')
    if (wanted.length === 0) return NOTHING
    const present = placeholdersOf(checked.parsed().parts)
    const changed = present.filter(
      ({ name, type }) =>
        type !== 'date' && wanted.some((part) => part.name === name) && !isDate(name, present),
    )
    if (changed.length === 0) return NOTHING
    return changed.map(({ name, text, span }) => {
      const meant = wanted.find((part) => part.name === name)?.text ?? text
      return {
        code: 'placeholder-type',
        severity: 'warning',
        span,
        params: { placeholder: text, expected: meant },
        fix: { span, text: meant },
      }
    })
  },
}

function isDate(name: string, placeholders: ReturnType<typeof placeholdersOf>): boolean {
  return placeholders.some((part) => part.name === name && part.type === 'date')
}

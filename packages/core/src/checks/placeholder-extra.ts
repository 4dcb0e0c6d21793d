import { FORM_NAMES } from '../message/forms.ts'
import { placeholdersOf } from '../message/placeholders-of.ts'
import { editDistance } from '../text/edit-distance.ts'
import { type Check, type CheckedText, NOTHING } from './check.ts'
import { placeholderDifference } from './placeholder-difference.ts'

/**
 * A placeholder that the source does not have, so the app will not fill it. The fix is the missing
 * placeholder if exactly one is missing, otherwise one of the source with a similar spelling.
 */
export const placeholderExtra: Check = {
  codes: ['placeholder-extra'],
  run(checked) {
    const difference = placeholderDifference(checked)
    if (difference.extra.length === 0) return NOTHING
    const { missing, extra } = difference
    const meant = missing.length === 1 && extra.length === 1 ? missing[0] : undefined
    return extra.map(({ text, start, end }) => {
      const fitting = meant?.text ?? nearest(checked, text)
      return {
        code: 'placeholder-extra',
        severity: 'error',
        span: { start, end },
        params: { placeholder: text },
        // If the argument of a choice has another name, its branches do too, which takes more than one fix.
        ...(fitting === undefined || /^[\p{L}\d_$.-]+$|^#$/u.test(text)
          ? {}
          : { fix: { span: { start, end }, text: fitting } }),
      }
    })
  },
}

/**
 * Returns the placeholder of the source that this one is probably a typo of; none if two are equally close or
 * the text already has it.
 */
function nearest({ sourceForms, syntax, text }: CheckedText, written: string): string | undefined {
  const known = new Set(
    FORM_NAMES.flatMap((form) =>
      placeholdersOf(syntax.parse(sourceForms[form] ?? '').parts).map((part) => part.text),
    ),
  )
  const limit = written.length > LONG ? 2 : 1
  const near = [...known]
    .filter((placeholder) => !text.includes(placeholder))
    .map((placeholder) => ({
      placeholder,
      distance: editDistance(written.toLowerCase(), placeholder.toLowerCase(), limit),
    }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
  const [best, second] = near
  return best !== undefined && best.distance !== second?.distance ? best.placeholder : undefined
}

/** From this length on, two typos are still recognizable; braces count. */
const LONG = 9

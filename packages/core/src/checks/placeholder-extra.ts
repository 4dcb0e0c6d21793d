import { FORM_NAMES } from '../message/forms.ts'
import { placeholdersOf } from '../message/placeholders-of.ts'
import { editDistance } from '../text/edit-distance.ts'
import { type Check, type CheckedText, NOTHING } from './check.ts'
import { placeholderDifference } from './placeholder-difference.ts'

/**
 * A placeholder the source does not have: the app will not fill it. When exactly one is missing too, that one
 * was meant; else the one of the source that is nearly written so.
 */
export const placeholderExtra: Check = {
  id: 'placeholder-extra',
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
        // Where the argument of a choice has another name, its branches have too: that is more than one fix.
        ...(fitting === undefined || /^[\p{L}\d_$.-]+$|^#$/u.test(text)
          ? {}
          : { fix: { span: { start, end }, text: fitting } }),
      }
    })
  },
}

/**
 * The placeholder of the source that a slip of the keyboard makes of this one; none where two are as near, or
 * the text has it already.
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

/** From this length on two slips still show what was meant; braces count. */
const LONG = 9

import { type Check, NOTHING } from './check.ts'
import { placeholderDifference } from './placeholder-difference.ts'

/** A placeholder the source does not have: the app will not fill it. When exactly one is missing too, that one was meant. */
export const placeholderExtra: Check = {
  id: 'placeholder-extra',
  run(checked) {
    const difference = placeholderDifference(checked)
    if (difference.extra.length === 0) return NOTHING
    const { missing, extra } = difference
    const meant = missing.length === 1 && extra.length === 1 ? missing[0] : undefined
    return extra.map(({ text, start, end }) => ({
      code: 'placeholder-extra',
      severity: 'error',
      span: { start, end },
      params: { placeholder: text },
      // Where the argument of a choice has another name, its branches have too: that is more than one fix.
      ...(meant === undefined || /^[\p{L}\d_$.-]+$|^#$/u.test(text) ? {} : { fix: { span: { start, end }, text: meant.text } }),
    }))
  },
}

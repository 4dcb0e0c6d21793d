import { type Check, NOTHING, wholeText } from './check.ts'
import { placeholderDifference } from './placeholder-difference.ts'

/** A placeholder of the source that the translation lacks: data would be lost on the screen. */
export const placeholderMissing: Check = {
  id: 'placeholder-missing',
  run(checked) {
    const difference = placeholderDifference(checked)
    if (difference.missing.length === 0) return NOTHING
    return difference.missing.map(({ text }) => ({
      code: 'placeholder-missing',
      severity: 'error',
      span: wholeText(checked.text),
      params: { placeholder: text },
    }))
  },
}

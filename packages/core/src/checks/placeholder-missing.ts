import { type Check, NOTHING, wholeText } from './check.ts'
import { damagedPlaceholder } from './damaged-placeholder.ts'
import { placeholderDifference } from './placeholder-difference.ts'

/**
 * A placeholder of the source that the translation lacks: users would not see its value. If the text has it
 * in other characters, the fix restores it.
 */
export const placeholderMissing: Check = {
  id: 'placeholder-missing',
  run(checked) {
    const difference = placeholderDifference(checked)
    if (difference.missing.length === 0) return NOTHING
    return difference.missing.map(({ text }) => {
      const span = damagedPlaceholder(checked.text, text, checked.parsed().parts)
      return {
        code: 'placeholder-missing',
        severity: 'error',
        span: span ?? wholeText(checked.text),
        params: { placeholder: text },
        ...(span === null ? {} : { fix: { span, text } }),
      }
    })
  },
}

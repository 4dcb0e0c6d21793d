import type { Part } from '../message/part.ts'
import { type Check, NOTHING, wholeText } from './check.ts'
import { damagedPlaceholder } from './damaged-placeholder.ts'
import { placeholderDifference } from './placeholder-difference.ts'

/**
 * A placeholder of the source that the translation lacks: users would not see its value. If the text has it
 * in other characters, the fix restores it.
 */
export const placeholderMissing: Check = {
  codes: ['placeholder-missing'],
  run(checked) {
    const difference = placeholderDifference(checked)
    if (difference.missing.length === 0) return NOTHING
    return difference.missing.map(({ id, text }) => {
      const span = damagedPlaceholder(checked.text, text, checked.parsed().parts)
      return {
        code: 'placeholder-missing',
        severity: 'error',
        span: span ?? wholeText(checked.text),
        params: { placeholder: text === '#' && !isCounted(id, checked.parsed().parts) ? `{${id}}` : text },
        ...(span === null ? {} : { fix: { span, text } }),
      }
    })
  },
}

/** Returns whether a choice depends on the argument, so that `#` can stand for it. */
function isCounted(name: string, parts: readonly Part[]): boolean {
  return parts.some(
    (part) =>
      part.kind === 'choice' &&
      (part.name === name || part.branches.some((branch) => isCounted(name, branch.parts))),
  )
}

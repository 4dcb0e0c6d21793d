import { type Check, NOTHING, wholeText } from './check.ts'
import { tagDifference } from './tag-difference.ts'

/** A tag of the source that the translation lacks: a link or emphasis would be lost. */
export const tagMissing: Check = {
  codes: ['tag-missing'],
  run(checked) {
    const { missing } = tagDifference(checked)
    if (missing.length === 0) return NOTHING
    return missing.map(({ text }) => ({
      code: 'tag-missing',
      severity: 'error',
      span: wholeText(checked.text),
      params: { tag: text },
    }))
  },
}

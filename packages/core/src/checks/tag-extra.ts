import { type Check, NOTHING } from './check.ts'
import { tagDifference } from './tag-difference.ts'

/**
 * A tag that the source does not have: it would be shown as text, or break the markup. If exactly one is
 * missing, the fix replaces it with that one.
 */
export const tagExtra: Check = {
  codes: ['tag-extra'],
  run(checked) {
    const { missing, extra } = tagDifference(checked)
    if (extra.length === 0) return NOTHING
    const meant = missing.length === 1 && extra.length === 1 ? missing[0] : undefined
    return extra.map(({ text, start, end }) => ({
      code: 'tag-extra',
      severity: 'error',
      span: { start, end },
      params: { tag: text },
      ...(meant === undefined ? {} : { fix: { span: { start, end }, text: meant.text } }),
    }))
  },
}

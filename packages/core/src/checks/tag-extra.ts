import { type Check, NOTHING } from './check.ts'
import { lacking } from './differences.ts'
import { tagsOf } from './tag-difference.ts'

/** A tag the source does not have: it would be shown as text, or break the markup. */
export const tagExtra: Check = {
  id: 'tag-extra',
  run(checked) {
    if (checked.source === null || !checked.text.includes('<')) return NOTHING
    const wanted = tagsOf(checked.parsedSource().parts)
    const extra = lacking(tagsOf(checked.parsed().parts), wanted)
    if (extra.length === 0) return NOTHING
    const missing = lacking(wanted, tagsOf(checked.parsed().parts))
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

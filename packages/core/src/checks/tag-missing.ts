import { type Check, NOTHING, wholeText } from './check.ts'
import { lacking } from './differences.ts'
import { tagsOf } from './tag-difference.ts'

/** A tag of the source that the translation lacks: a link or emphasis would be lost. */
export const tagMissing: Check = {
  id: 'tag-missing',
  run(checked) {
    if (checked.source === null || !checked.source.includes('<')) return NOTHING
    const missing = lacking(tagsOf(checked.parsedSource().parts), tagsOf(checked.parsed().parts))
    if (missing.length === 0) return NOTHING
    return missing.map(({ text }) => ({ code: 'tag-missing', severity: 'error', span: wholeText(checked.text), params: { tag: text } }))
  },
}

import type { Issue } from '../message/issue.ts'
import { type Check, NOTHING } from './check.ts'

/**
 * Comments and instructions of XML that the source does not have. In XLIFF, TMX and TBX they are a part of a text that
 * no program shows, so a person who translates about markup loses what was typed. The fix writes it as characters.
 */
export const hiddenMarkup: Check = {
  codes: ['hidden-markup'],
  run({ text, source, limits }) {
    if (limits?.writing.kind !== 'inline' || source === null || !/<[!?]/.test(text)) return NOTHING
    const issues: Issue[] = []
    for (const { 0: markup, index } of hiddenMarkupIn(text)) {
      if (source.includes(markup)) continue
      issues.push({
        code: 'hidden-markup',
        severity: 'warning',
        span: { start: index, end: index + markup.length },
        params: { markup: markup.slice(0, 40) },
        fix: { span: { start: index, end: index + 1 }, text: '&lt;' },
      })
    }
    return issues
  },
}

/** Returns the comments and instructions of XML in a text. */
export function hiddenMarkupIn(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(HIDDEN)
}

const HIDDEN = /<!--(?:(?!-->)[\s\S])*-->|<\?(?:(?!\?>)[\s\S])*\?>/g

import type { Issue } from '../message/issue.ts'
import { placeholdersOf } from '../message/placeholders-of.ts'
import { type Check, NOTHING } from './check.ts'

/**
 * A bar that divides the translation into forms although the source is one text: the app would show only one
 * of the forms. Not reported if the source has a value but no bar, since the app can count it all the same. The
 * fix makes it a bar of the text.
 */
export const barExtra: Check = {
  codes: ['bar-extra'],
  run({ syntax, source, text, parsed, parsedSource }) {
    const { literalBar } = syntax
    if (literalBar === undefined || source === null || !text.includes('|')) return NOTHING
    const [choice] = parsed().parts
    const ofSource = parsedSource().parts
    if (choice?.kind !== 'choice' || ofSource.some(({ kind }) => kind === 'choice')) return NOTHING
    const hasLiteralBar = ofSource.some((part) => part.kind === 'escape' && part.value.includes('|'))
    if (!hasLiteralBar && placeholdersOf(ofSource).length > 0) return NOTHING
    return choice.branches.slice(0, -1).map(({ span: { end } }): Issue => {
      const start = text.indexOf('|', end)
      const span = { start, end: start + 1 }
      return { code: 'bar-extra', severity: 'warning', span, fix: { span, text: literalBar } }
    })
  },
}

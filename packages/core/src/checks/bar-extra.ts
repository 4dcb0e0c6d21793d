import type { Issue } from '../message/issue.ts'
import { type Check, NOTHING } from './check.ts'

/**
 * A bar that divides the translation into forms although the source is one text: the app would show only one
 * of the forms. The fix makes it a bar of the text.
 */
export const barExtra: Check = {
  id: 'bar-extra',
  run({ syntax, source, text, parsed, parsedSource }) {
    const { literalBar } = syntax
    if (literalBar === undefined || source === null || !text.includes('|')) return NOTHING
    const [choice] = parsed().parts
    if (choice?.kind !== 'choice' || parsedSource().parts.some(({ kind }) => kind === 'choice'))
      return NOTHING
    return choice.branches.slice(0, -1).map(({ span: { end } }): Issue => {
      const start = text.indexOf('|', end)
      const span = { start, end: start + 1 }
      return { code: 'bar-extra', severity: 'warning', span, fix: { span, text: literalBar } }
    })
  },
}

import { limitIssues } from '../limits/limit-issues.ts'
import { type Check, NOTHING } from './check.ts'

/**
 * A text that the file of its language cannot store. It can be saved anyway: the file is written without it,
 * and the text is reported as held back.
 */
export const fileLimits: Check = {
  codes: [
    'file-line-break',
    'file-line',
    'file-quotes',
    'file-character',
    'file-charset',
    'file-length',
    'file-braces',
    'file-markup',
  ],
  run({ text, limits, syntax }) {
    if (limits === null) return NOTHING
    const issues = limitIssues(text, limits)
    // The Fluent syntax check reports the same braces.
    return syntax.id === 'fluent' ? issues.filter(({ code }) => code !== 'file-braces') : issues
  },
}

import { limitIssues } from '../limits/limit-issues.ts'
import { type Check, NOTHING } from './check.ts'

/**
 * A text that the file of its language cannot hold. It can be saved all the same: the file is written without
 * it, and says so.
 */
export const fileLimits: Check = {
  id: 'file-limits',
  run({ text, limits, syntax }) {
    if (limits === null) return NOTHING
    const issues = limitIssues(text, limits)
    // Fluent's own check says the same of the same braces.
    return syntax.id === 'fluent' ? issues.filter(({ code }) => code !== 'file-braces') : issues
  },
}

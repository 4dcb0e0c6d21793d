import type { Issue } from '../message/issue.ts'
import { splice } from '../text/splice.ts'

/** The text with the issue mended; unchanged when the issue has no fix. */
export function applyFix(text: string, issue: Issue): string {
  return issue.fix === undefined ? text : splice(text, [issue.fix])
}

/** The text with every issue mended that has a fix; of fixes that overlap, the first. */
export function applyFixes(text: string, issues: readonly Issue[]): string {
  return splice(
    text,
    issues.flatMap(({ fix }) => (fix === undefined ? [] : [fix])),
  )
}

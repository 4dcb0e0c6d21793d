import type { Issue } from '../message/issue.ts'
import { splice } from '../text/splice.ts'

/** Returns the text with every issue fixed that has a fix; of overlapping fixes only the first is applied. */
export function applyFixes(text: string, issues: readonly Issue[]): string {
  return splice(
    text,
    issues.flatMap(({ fix }) => (fix === undefined ? [] : [fix])),
  )
}

import type { Issue } from '../issue.ts'
import type { Part } from '../part.ts'

/** A pattern that is being read, and the issues found in it. `depth`: the number of choices it is in. */
export type Reading = {
  readonly text: string
  readonly issues: Issue[]
  readonly hasArguments: boolean
  readonly depth: number
}

/** A part, or the position where reading continues after text. */
export type Read = { readonly part: Part } | { readonly issue?: Issue; readonly end: number }

/** Reads the whole text of a reading as a pattern. */
export type ReadPattern = (reading: Reading) => Part[]

/** Returns the error for an argument that MessageFormat refuses. */
export function syntaxIssue(reason: string, span: Issue['span']): Issue {
  return { code: 'icu-syntax', severity: 'error', span, params: { reason } }
}

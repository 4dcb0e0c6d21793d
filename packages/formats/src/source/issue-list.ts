import type { Issue, Span } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { sortIssues, type Warnings, warn } from './warnings.ts'

/** The warnings of a file during reading, of each kind only as many as people would read. */
export type IssueList = {
  warn(code: FileIssueCode, span: Span, params: Readonly<Record<string, string>>): void
  /** In the order of the file. */
  all(): readonly Issue[]
}

/** Opens a list. `first`: errors, which are listed with the warnings and can be added while the list is open. */
export function openIssueList(first: readonly Issue[] = []): IssueList {
  const warnings: Warnings = { issues: [], counts: new Map() }
  return {
    warn: (code, span, params) => warn(warnings, code, span, params),
    all: () => sortIssues([...first, ...warnings.issues]),
  }
}

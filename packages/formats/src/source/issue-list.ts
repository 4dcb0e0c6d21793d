import type { Issue, Span } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { type Warnings, warn } from './warnings.ts'

/** The warnings of a file during reading, of each kind only as many as people would read. */
export type IssueList = {
  warn(code: FileIssueCode, span: Span, params: Readonly<Record<string, string>>): void
  /** In the order of the file. */
  all(): readonly Issue[]
}

export function openIssueList(): IssueList {
  const warnings: Warnings = { issues: [], counts: new Map() }
  return {
    warn: (code, span, params) => warn(warnings, code, span, params),
    all: () => warnings.issues.toSorted((a, b) => a.span.start - b.span.start),
  }
}

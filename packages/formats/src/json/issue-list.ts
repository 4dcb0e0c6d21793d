import type { Issue, Span } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { LIMITS } from '../limits.ts'

/** The warnings of a file while it is read: of each kind no more than anybody would look at. */
export type IssueList = {
  warn(code: FileIssueCode, span: Span, params: Readonly<Record<string, string>>): void
  /** In the order of the file. */
  all(): readonly Issue[]
}

export function openIssueList(): IssueList {
  const issues: Issue[] = []
  const counts = new Map<FileIssueCode, number>()
  return {
    warn(code, span, params) {
      const count = (counts.get(code) ?? 0) + 1
      counts.set(code, count)
      if (count <= LIMITS.warnings) issues.push({ code, severity: 'warning', span, params })
    },
    all: () => issues.toSorted((a, b) => a.span.start - b.span.start),
  }
}

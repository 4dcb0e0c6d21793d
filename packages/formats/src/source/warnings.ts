import type { Edit, Issue, Span } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { FILE_LIMITS } from '../limits/limits.ts'

/** Issues found while reading a file, and how many of each kind. */
export type Warnings = { readonly issues: Issue[]; readonly counts: Map<FileIssueCode, number> }

/** Adds a warning, of each kind only as many as people would read. */
export function warn(
  { issues, counts }: Warnings,
  code: FileIssueCode,
  span: Span,
  params: Issue['params'] & object,
  fix?: Edit,
): void {
  const count = (counts.get(code) ?? 0) + 1
  counts.set(code, count)
  if (count <= FILE_LIMITS.warnings)
    issues.push({ code, severity: 'warning', span, params, ...(fix === undefined ? {} : { fix }) })
}

/** Returns an error at one character. */
export function errorAt(code: FileIssueCode, at: number, params: Issue['params'] & object = {}): Issue {
  return { code, severity: 'error', span: { start: at, end: at + 1 }, params }
}

/** Sorts the issues in the order of the file. */
export function sortIssues(issues: Issue[]): readonly Issue[] {
  return issues.sort((a, b) => a.span.start - b.span.start)
}

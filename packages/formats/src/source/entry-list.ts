import type { Issue, Span } from '@dragoman/core'
import type { Entry } from '../format.ts'
import type { FileIssueCode } from '../issue-codes.ts'
import { LIMITS } from '../limits.ts'

/** What a reader has found so far. */
export type EntryList = {
  readonly entries: Map<string, Entry>
  readonly issues: Issue[]
  readonly counts: Map<FileIssueCode, number>
}

export function emptyEntryList(issues: readonly Issue[]): EntryList {
  return { entries: new Map(), issues: [...issues], counts: new Map() }
}

/**
 * Puts an entry in place of the one that has its name, which a warning then tells of: the last of duplicates
 * counts.
 */
export function putLast(list: EntryList, entry: Entry): void {
  const rival = list.entries.get(entry.name)
  if (rival !== undefined) {
    warn(list, 'duplicate-key', rival.span, { key: entry.name })
    // Deleting first keeps the map in file order.
    list.entries.delete(entry.name)
  }
  list.entries.set(entry.name, entry)
}

export function warn(
  list: EntryList,
  code: FileIssueCode,
  span: Span,
  params: Readonly<Record<string, string>>,
): void {
  const count = (list.counts.get(code) ?? 0) + 1
  list.counts.set(code, count)
  if (count <= LIMITS.warnings) list.issues.push({ code, severity: 'warning', span, params })
}

/** The issues in file order. */
export function issuesOf(list: EntryList): readonly Issue[] {
  return list.issues.sort((a, b) => a.span.start - b.span.start)
}

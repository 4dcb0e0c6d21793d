import type { Issue } from '@dragoman/core'
import type { Entry } from '../format.ts'
import type { FileIssueCode } from '../issue-codes.ts'
import { warn } from './warnings.ts'

/** What a reader has found so far. */
export type EntryList = {
  readonly entries: Map<string, Entry>
  readonly issues: Issue[]
  readonly counts: Map<FileIssueCode, number>
}

export function emptyEntryList(issues: readonly Issue[]): EntryList {
  return { entries: new Map(), issues: [...issues], counts: new Map() }
}

/** Replaces an entry of the same name, which a warning then reports: the last of duplicates is used. */
export function putLast(list: EntryList, entry: Entry): void {
  const rival = list.entries.get(entry.name)
  if (rival !== undefined) {
    warn(list, 'duplicate-key', rival.span, { key: entry.name })
    // Deleting first keeps the map in file order.
    list.entries.delete(entry.name)
  }
  list.entries.set(entry.name, entry)
}

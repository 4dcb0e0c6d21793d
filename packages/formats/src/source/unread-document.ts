import type { Issue } from '@dragoman/core'
import type { Document } from '../format.ts'

/** Returns the document of a file whose texts cannot be read, because of this issue. */
export function unreadDocument(file: Omit<Document, 'entries' | 'issues'>, issue: Issue): Document {
  return { ...file, entries: new Map(), issues: [issue] }
}

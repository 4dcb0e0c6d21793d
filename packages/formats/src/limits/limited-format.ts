import type { Issue } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import { nameOfEdit } from '../edit/edit-names.ts'
import type { Document, EntryEdit, Format, View } from '../format.ts'
import { errorAt, sortIssues } from '../source/warnings.ts'
import { FILE_LIMITS } from './limits.ts'

/**
 * Adds to a format the limits that all formats share: the number of texts, and their length. Documents over
 * the limits are shown but never written, because every edit processes all texts, and every character of its
 * own.
 */
export function withLimits(format: Format): Format {
  return {
    ...format,
    read: (bytes, view) => limitDocument(format.read(bytes, view), view),
    edit(document, edits, model) {
      refuseLongTexts(edits)
      return format.edit(document, edits, model)
    },
    create(model, edits, view) {
      refuseLongTexts(edits)
      return format.create(model, edits, view)
    },
  }
}

function limitDocument(document: Document, view: View | undefined): Document {
  const issue = excess(document)
  if (issue === null) return document
  return {
    ...document,
    ...(view === undefined ? {} : { view }),
    issues: sortIssues([...document.issues, issue]),
  }
}

function excess({ entries }: Document): Issue | null {
  let count = 0
  for (const { span, text } of entries.values()) {
    if (++count > FILE_LIMITS.values)
      return errorAt('too-many-values', span.start, { limit: FILE_LIMITS.values })
    if (Math.max(text.length, span.end - span.start) > FILE_LIMITS.text)
      return errorAt('text-too-long', span.start, { limit: FILE_LIMITS.text })
  }
  return null
}

function refuseLongTexts(edits: readonly EntryEdit[]): void {
  for (const edit of edits) {
    const isLong = (edit.kind === 'set' || edit.kind === 'add') && edit.text.length > FILE_LIMITS.text
    if (isLong) throw new EditError('not-representable', nameOfEdit(edit))
  }
}

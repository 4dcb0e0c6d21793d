import { type Edit, splice } from '@dragoman/core'
import { maybePattern } from '@dragoman/core/fluent-grammar'
import type { Document, EntryEdit } from '../format.ts'
import { hasLoneSurrogate } from '../source/lone-surrogates.ts'
import { draftValue } from './fluent-session.ts'
import { rewriteLine } from './fluent-value.ts'

/**
 * Returns the text of the file with new single-line texts, each in the layout of its value. The entries
 * locate the values, so that nothing else has to be read. Null if the edits do more.
 */
export function replaceValues(
  { text: file, entries, issues }: Document,
  edits: readonly EntryEdit[],
): string | null {
  // Invalid parts might become valid.
  if (issues.length > 0) return null
  const replacements = new Map<string, Edit>()
  for (const edit of edits) {
    const entry = edit.kind === 'set' ? entries.get(edit.name) : undefined
    if (
      edit.kind !== 'set' ||
      entry === undefined ||
      replacements.has(edit.name) ||
      hasLoneSurrogate(edit.text)
    )
      return null
    const equals = equalsBefore(file, entry.span.start)
    const pattern = maybePattern({ text: file, at: equals, mistake: null }, 0)
    if (pattern === null) return null
    const { written } = draftValue(file, equals, pattern)
    const replaced = rewriteLine(written, edit.text)
    if (replaced === null || replaced.endsWith('\r')) return null
    replacements.set(edit.name, { span: { start: equals, end: equals + written.length }, text: replaced })
  }
  return splice(file, [...replacements.values()])
}

/** Returns the position after the equals sign before a value. */
function equalsBefore(file: string, start: number): number {
  let at = start
  while (at > 0 && file.charCodeAt(at - 1) !== EQUALS) at--
  return at
}

const EQUALS = 61

import { type Extension, type Range, StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { Issue } from '@dragoman/core'

/** Sets the issues to underline. */
export const setIssues = StateEffect.define<readonly Issue[]>()

/**
 * Wavy underlines for the issues of checks. An issue of the whole text is not underlined: its sentence below
 * is enough.
 */
export const underlines: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    let next = marks.map(transaction.changes)
    for (const effect of transaction.effects)
      if (effect.is(setIssues)) next = marksOf(effect.value, transaction.newDoc)
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

const MARKS = {
  error: Decoration.mark({ class: 'cm-issue-error' }),
  warning: Decoration.mark({ class: 'cm-issue-warning' }),
} as const

/** A line break has no width to underline, so its symbol at the end of the line is marked. */
const ENDS = {
  error: Decoration.line({ class: 'cm-issue-end-error' }),
  warning: Decoration.line({ class: 'cm-issue-end-warning' }),
} as const

function marksOf(issues: readonly Issue[], text: Text): DecorationSet {
  const { length } = text
  const marks: Range<Decoration>[] = []
  for (const { span, severity } of issues) {
    const isWhole = span.start === 0 && span.end === length
    if (span.start >= span.end || span.end > length || isWhole) continue
    const line = text.lineAt(span.start)
    if (span.start === line.to && span.end === line.to + 1) marks.push(ENDS[severity].range(line.from))
    else marks.push(MARKS[severity].range(span.start, span.end))
  }
  return Decoration.set(marks, true)
}

import { type EditorState, type Extension, type Range, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, Direction, EditorView } from '@codemirror/view'
import { parseMessage } from '@dragoman/core'

/** Placeholders, nestings and tags as chips: the caret steps over them, Backspace takes the whole. */
export const chips: Extension = StateField.define<DecorationSet>({
  create: chipsOf,
  update: (marks, transaction) => (transaction.docChanged ? chipsOf(transaction.state) : marks),
  provide: (field) => [
    EditorView.decorations.from(field),
    EditorView.atomicRanges.of((view) => view.state.field(field)),
    EditorView.bidiIsolatedRanges.of((view) => view.state.field(field)),
  ],
})

const CHIP = Decoration.mark({ class: 'cm-chip', attributes: { dir: 'ltr' }, bidiIsolate: Direction.LTR })

function chipsOf(state: EditorState): DecorationSet {
  const text = state.doc.toString()
  const marks: Range<Decoration>[] = []
  for (const part of parseMessage(text).parts) {
    // A mark cannot reach over a line end; a nesting may.
    if (part.kind !== 'text' && !part.text.includes('\n')) marks.push(CHIP.range(part.span.start, part.span.end))
  }
  return Decoration.set(marks)
}

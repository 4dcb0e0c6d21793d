import { type EditorState, type Extension, type Range, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, Direction, EditorView } from '@codemirror/view'
import type { Leaf } from '@dragoman/core'

/**
 * Shows placeholders, nestings and tags as chips: the caret skips them, Backspace deletes the whole. The
 * syntax of choices is marked and stays editable.
 */
export function chips(leavesOf: LeavesOf): Extension {
  const field = StateField.define<Marks>({
    create: (state) => marksOf(state, leavesOf),
    update: (marks, transaction) => (transaction.docChanged ? marksOf(transaction.state, leavesOf) : marks),
    provide: (own) => [
      EditorView.decorations.compute([own], (state) => state.field(own).all),
      EditorView.atomicRanges.of((view) => view.state.field(own).atomic),
      EditorView.bidiIsolatedRanges.of((view) => view.state.field(own).all),
    ],
  })
  return field
}

/** Parses the text of a field. */
export type LeavesOf = (text: string) => readonly Leaf[]

type Marks = { readonly all: DecorationSet; readonly atomic: DecorationSet }

const CHIP = Decoration.mark({ class: 'cm-chip', attributes: { dir: 'ltr' }, bidiIsolate: Direction.LTR })
const FRAME = Decoration.mark({ class: 'cm-frame', attributes: { dir: 'ltr' }, bidiIsolate: Direction.LTR })

function marksOf(state: EditorState, leavesOf: LeavesOf): Marks {
  const all: Range<Decoration>[] = []
  const atomic: Range<Decoration>[] = []
  for (const leaf of leavesOf(state.doc.toString())) {
    // A mark cannot span a line end; a nesting and the frame of a choice can.
    if (leaf.kind === 'text' || leaf.kind === 'escape' || leaf.text.includes('\n')) continue
    const mark = (leaf.kind === 'frame' ? FRAME : CHIP).range(leaf.span.start, leaf.span.end)
    all.push(mark)
    if (leaf.kind !== 'frame') atomic.push(mark)
  }
  return { all: Decoration.set(all), atomic: Decoration.set(atomic) }
}

import { type EditorState, type Extension, type Range, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, Direction, EditorView } from '@codemirror/view'
import { leavesOf, type MessageSyntax } from '@dragoman/core'

/** Placeholders, nestings and tags as chips: the caret steps over them, Backspace takes the whole. What choices are written with is marked and stays open to editing. */
export function chips(syntax: MessageSyntax): Extension {
  const field = StateField.define<Marks>({
    create: (state) => marksOf(state, syntax),
    update: (marks, transaction) => (transaction.docChanged ? marksOf(transaction.state, syntax) : marks),
    provide: (own) => [
      EditorView.decorations.compute([own], (state) => state.field(own).all),
      EditorView.atomicRanges.of((view) => view.state.field(own).atomic),
      EditorView.bidiIsolatedRanges.of((view) => view.state.field(own).all),
    ],
  })
  return field
}

type Marks = { readonly all: DecorationSet; readonly atomic: DecorationSet }

const CHIP = Decoration.mark({ class: 'cm-chip', attributes: { dir: 'ltr' }, bidiIsolate: Direction.LTR })
const FRAME = Decoration.mark({ class: 'cm-frame', attributes: { dir: 'ltr' }, bidiIsolate: Direction.LTR })

function marksOf(state: EditorState, syntax: MessageSyntax): Marks {
  const all: Range<Decoration>[] = []
  const atomic: Range<Decoration>[] = []
  for (const leaf of leavesOf(syntax.parse(state.doc.toString()).parts)) {
    // A mark cannot reach over a line end; a nesting and the frame of a choice may.
    if (leaf.kind === 'text' || leaf.kind === 'escape' || leaf.text.includes('\n')) continue
    const mark = (leaf.kind === 'frame' ? FRAME : CHIP).range(leaf.span.start, leaf.span.end)
    all.push(mark)
    if (leaf.kind !== 'frame') atomic.push(mark)
  }
  return { all: Decoration.set(all), atomic: Decoration.set(atomic) }
}

import { type EditorState, type Extension, type Range, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { type InvisibleSign, invisibleSigns } from './invisible-signs.ts'

/**
 * Shows invisible characters that would ship: leading, trailing and double spaces, no-break spaces, line
 * ends, direction and joining marks.
 */
export const invisibles: Extension = StateField.define<DecorationSet>({
  create: signsOf,
  update: (marks, transaction) => (transaction.docChanged ? signsOf(transaction.state) : marks),
  provide: (field) => EditorView.decorations.from(field),
})

function signsOf(state: EditorState): DecorationSet {
  return Decoration.set(invisibleSigns(state.doc.toString()).map(decorationOf), true)
}

const SPACE = Decoration.mark({ class: 'cm-space' })
const NO_BREAK = Decoration.mark({ class: 'cm-nbsp' })

function decorationOf(sign: InvisibleSign): Range<Decoration> {
  switch (sign.kind) {
    case 'space':
      return SPACE.range(sign.start, sign.end)
    case 'no-break':
      return NO_BREAK.range(sign.start, sign.end)
    case 'line-end':
      return Decoration.widget({ widget: signWidget('↵', 'cm-line-end'), side: 1 }).range(sign.start)
    case 'mark':
      return Decoration.widget({ widget: signWidget(sign.name, 'cm-mark'), side: -1 }).range(sign.start)
    default:
      return sign.kind satisfies never
  }
}

function signWidget(text: string, className: string): WidgetType {
  return new SignWidget(text, className)
}

// The library requires a subclass.
class SignWidget extends WidgetType {
  constructor(
    readonly text: string,
    readonly className: string,
  ) {
    super()
  }
  override eq(other: SignWidget): boolean {
    return other.text === this.text && other.className === this.className
  }
  override toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = this.className
    element.textContent = this.text
    element.setAttribute('aria-hidden', 'true')
    return element
  }
}

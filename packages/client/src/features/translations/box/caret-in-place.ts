import { type EditorView, ViewPlugin } from '@codemirror/view'

/**
 * Keeps the browser's caret where the editor says it is, so that typed text is never inserted at an earlier
 * position.
 *
 * Chips and underlines are elements around parts of the text, and they change while typing: `{{days}` is
 * underlined as incomplete, one more `}` makes it a chip. CodeMirror then moves the text node with the caret
 * into another element. Chromium ends up with two different carets: `getSelection()` follows the moved nodes
 * (it is a live range), while the caret used for typing stays at its previous offset in the parent.
 * CodeMirror compares with the former, finds it correct and changes nothing, so the next letter is inserted
 * before the last part. Setting the selection to its own reported value synchronizes the two.
 */
export const caretInPlace = ViewPlugin.define((view) => {
  // In a microtask after the change, which is before any further key, insertion or end of a composition.
  const observer = new MutationObserver(() => restoreSelection(view))
  observer.observe(view.contentDOM, { childList: true, subtree: true })
  return { destroy: () => observer.disconnect() }
})

function restoreSelection(view: EditorView): void {
  // An input method keeps its own range, and CodeMirror never moves the node that it is in.
  if (view.composing || !view.hasFocus) return
  const selection = view.contentDOM.ownerDocument.getSelection()
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection ?? {}
  if (!selection || !anchorNode || !focusNode || anchorOffset === undefined || focusOffset === undefined)
    return
  if (!view.contentDOM.contains(anchorNode) || !view.contentDOM.contains(focusNode)) return
  selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset)
}

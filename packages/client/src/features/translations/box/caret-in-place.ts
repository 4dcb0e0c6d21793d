import { type EditorView, ViewPlugin } from '@codemirror/view'

/**
 * Keeps the browser's caret where the box says it is, so that typed text is never put in an earlier place.
 *
 * Chips and underlines are elements around pieces of the text, and they change while one types: `{{days}` is
 * underlined as unfinished, one more `}` makes it a chip. CodeMirror then moves the text node that holds the
 * caret into another element. Chromium answers with two different carets: `getSelection()` follows the moved
 * nodes (it is a live range), the caret that typing uses stays at the offset it had in the parent before its
 * siblings came. CodeMirror compares with the first, finds it right and leaves both alone; the next letter
 * goes in before the last piece. Setting the selection to what it already claims to be brings the two
 * together again.
 */
export const caretInPlace = ViewPlugin.define((view) => {
  // A microtask after the change: ahead of every further key, insertion or end of a composition.
  const observer = new MutationObserver(() => setSelectionAnew(view))
  observer.observe(view.contentDOM, { childList: true, subtree: true })
  return { destroy: () => observer.disconnect() }
})

function setSelectionAnew(view: EditorView): void {
  // An input method keeps its own range, and CodeMirror moves no node that it is in.
  if (view.composing || !view.hasFocus) return
  const selection = view.contentDOM.ownerDocument.getSelection()
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection ?? {}
  if (!selection || !anchorNode || !focusNode || anchorOffset === undefined || focusOffset === undefined)
    return
  if (!view.contentDOM.contains(anchorNode) || !view.contentDOM.contains(focusNode)) return
  selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset)
}

const BOXES = '[data-string-boxes]'
const BOX = `${BOXES} [contenteditable=true]`

/** Puts the caret into the first box of the open string; false while there is none. */
export function focusFirstBox(): boolean {
  const box = document.querySelector<HTMLElement>(BOX)
  box?.focus()
  return box !== null
}

export function isInBox(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(BOX) !== null
}

/**
 * True while somebody types into another field or answers a dialog: the focus is then not to be taken away.
 */
export function isTypingElsewhere(): boolean {
  const { activeElement } = document
  return (
    activeElement !== null && activeElement.closest(BOXES) === null && activeElement.closest(FIELDS) !== null
  )
}

const FIELDS =
  'input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu]'

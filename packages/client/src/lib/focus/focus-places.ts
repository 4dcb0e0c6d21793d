/**
 * True where a key press belongs to what has the focus: buttons, links, options, and everything in a dialog
 * or menu.
 */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null
}

/** True in an open dialog or menu: the screen behind it does not listen. */
export function isInOverlay(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(OVERLAYS) !== null
}

/**
 * True while somebody types into another field than those in `area`, or answers a dialog: the focus is then
 * not to be taken away.
 */
export function isTypingOutside(area: Element | null): boolean {
  const { activeElement } = document
  if (activeElement === null || area?.contains(activeElement) === true) return false
  return activeElement.closest(FIELDS) !== null
}

const FIELDS =
  'input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu]'
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]'
const CONTROLS = `a[href], button, summary, input, select, textarea, [contenteditable=true], [role=tab], [role=option], [role=menuitem], [role=checkbox], [role=switch], [role=radio], ${OVERLAYS}`

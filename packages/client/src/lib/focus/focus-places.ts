/**
 * Whether a key press belongs to the focused element: buttons, links, options, and everything in a dialog or
 * menu.
 */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null
}

/** Whether the target is in an open dialog or menu, so that the screen behind it must not react. */
export function isInOverlay(target: EventTarget | null): boolean {
  return overlayOf(target) !== null
}

/** Returns the dialog or menu that contains the target. */
export function overlayOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(OVERLAYS) : null
}

/** Whether a letter typed here belongs to an open dialog or menu, or selects an option of a closed choice. */
export function takesLetters(target: EventTarget | null): boolean {
  return isInOverlay(target) || (target instanceof Element && target.closest(CHOICES) !== null)
}

/**
 * Whether someone types into a field outside of `area`, or answers a dialog, so that the focus must not be
 * taken away.
 */
export function isTypingOutside(area: Element | null): boolean {
  const { activeElement } = document
  if (activeElement === null || area?.contains(activeElement) === true) return false
  return activeElement.closest(FIELDS) !== null
}

const FIELDS =
  'input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu]'
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]'
const CHOICES = '[aria-haspopup=listbox]'
const CONTROLS = `a[href], button, summary, input, select, textarea, [contenteditable=true], [role=tab], [role=option], [role=menuitem], [role=checkbox], [role=switch], [role=radio], ${OVERLAYS}`

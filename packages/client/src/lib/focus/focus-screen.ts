/**
 * Focuses the heading of the screen, or its main part, where reading starts. Returns false while there is
 * neither.
 */
export function focusScreen(root: ParentNode = document): boolean {
  const main = root.querySelector('main')
  const target = main?.querySelector('h1') ?? main
  if (!(target instanceof HTMLElement)) return false
  focusPassive(target)
  return true
}

/** Whether nothing has the focus. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** Focuses an element that is not a control, without making it a tab stop. */
export function focusPassive(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1')
  element.focus({ preventScroll: true })
}

/** Whether the focus is nowhere, or where a screen starts: a screen can put it where work starts. */
export function isScreenUnclaimed(): boolean {
  const focused = document.activeElement
  return (
    isFocusLost() ||
    focused?.tagName === 'MAIN' ||
    (focused?.tagName === 'H1' && focused.closest('main') !== null)
  )
}

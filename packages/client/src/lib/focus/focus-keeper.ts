/** How long a screen has to put the focus where it wants it, in milliseconds. */
const GRACE_MS = 120

/**
 * Focus is never lost: when the focused element goes (a row is deleted, a bar closes, a button is switched
 * off), the focus moves to what is left around it. Screens that move the focus themselves within 120 ms come
 * first. Returns the way to stop.
 */
export function startFocusKeeper(root: HTMLElement = document.body): () => void {
  let chain: readonly Element[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function remember(event: FocusEvent): void {
    if (!(event.target instanceof Element)) return
    const found: Element[] = []
    for (let one: Element | null = event.target; one !== null && one !== root; one = one.parentElement)
      found.push(one)
    chain = found
  }

  function check(): void {
    const [focused] = chain
    if (focused === undefined || !isFocusLost() || (focused.isConnected && !isOff(focused))) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (isFocusLost()) focusWhatIsLeft(chain)
    }, GRACE_MS)
  }

  const observer = new MutationObserver(check)
  root.addEventListener('focusin', remember)
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    root.removeEventListener('focusin', remember)
  }
}

/**
 * Puts the focus on the heading of the screen, or on its main part: where reading begins. False while there
 * is neither.
 */
export function focusScreen(root: ParentNode = document): boolean {
  const main = root.querySelector('main')
  const target = main?.querySelector('h1') ?? main
  if (!(target instanceof HTMLElement)) return false
  focusPassive(target)
  return true
}

/** True when nothing has the focus. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

const USEFUL =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"], [contenteditable="true"]'

function focusWhatIsLeft(chain: readonly Element[]): void {
  // A heading gives way to the next one
  for (const one of chain[0]?.tagName === 'H1' ? [] : chain.slice(1)) {
    if (!one.isConnected) continue
    if (one.tagName === 'MAIN' || one.contains(document.querySelector('main'))) break
    const useful = one.querySelector(USEFUL)
    if (!(useful instanceof HTMLElement)) continue
    useful.focus({ preventScroll: true })
    return
  }
  focusScreen()
}

/** Focuses something that is no control, without making it a stop of the Tab key. */
function focusPassive(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1')
  element.focus({ preventScroll: true })
}

function isOff(element: Element): boolean {
  return 'disabled' in element && element.disabled === true
}

/** How long a screen has to set the focus itself, in milliseconds. */
const GRACE_MS = 120

/**
 * Keeps the focus from getting lost: when the focused element disappears (a row is deleted, a bar closes, a
 * button is disabled), the focus moves to what is left around it. Screens that move the focus themselves
 * within 120 ms take precedence. Returns a function that ends it.
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

const USEFUL =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"], [contenteditable="true"]'

function focusWhatIsLeft(chain: readonly Element[]): void {
  // A removed heading is replaced by the next one
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

/** Focuses an element that is not a control, without making it a tab stop. */
export function focusPassive(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1')
  element.focus({ preventScroll: true })
}

function isOff(element: Element): boolean {
  return 'disabled' in element && element.disabled === true
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

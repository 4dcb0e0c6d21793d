import { focusScreen, isFocusLost } from './focus-screen.ts'

/** How long a screen has to set the focus itself, in milliseconds. */
const GRACE_MS = 120

/** The focused element or one around it, with its parent and what the parent contains. */
type Link = { readonly element: Element; readonly parent: Element; readonly siblings: readonly Element[] }

/**
 * Keeps the focus from getting lost: when the focused element disappears (a row is deleted, a bar closes, a
 * button is disabled), the focus moves to what is left around it, such as the next row. Screens that move the
 * focus themselves within 120 ms take precedence. Returns a function that ends it.
 */
export function startFocusKeeper(root: HTMLElement = document.body): () => void {
  let chain = document.activeElement === null ? [] : chainOf(document.activeElement, root)
  let timer: ReturnType<typeof setTimeout> | undefined

  function remember(event: FocusEvent): void {
    if (event.target instanceof Element) chain = chainOf(event.target, root)
  }

  function check(): void {
    const focused = chain[0]?.element
    if (focused === undefined) return
    // Later, it is too late to find out what is next to it.
    if (focused === document.activeElement) chain = chainOf(focused, root)
    if (!isFocusLost() || (focused.isConnected && !isOff(focused))) return
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

/** Returns an element and those around it, up to the root. */
function chainOf(focused: Element, root: Element): readonly Link[] {
  const chain: Link[] = []
  let element = focused
  while (element !== root && element.parentElement !== null) {
    const parent = element.parentElement
    chain.push({ element, parent, siblings: [...parent.children] })
    element = parent
  }
  return chain
}

const USEFUL =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"], [contenteditable="true"]'

function focusWhatIsLeft(chain: readonly Link[]): void {
  // A removed heading is replaced by the next one
  for (const link of chain[0]?.element.tagName === 'H1' ? [] : chain) {
    const { parent } = link
    if (!parent.isConnected) continue
    if (parent.matches('main, body') || parent.contains(document.querySelector('main'))) break
    if (nearestFirst(link).some(focusWithin) || focusWithin(parent)) return
  }
  focusScreen()
}

/** Returns what is left next to an element: what follows it, then what was before it. */
function nearestFirst({ element, parent, siblings }: Link): readonly Element[] {
  const at = siblings.indexOf(element)
  const all = [...siblings.slice(at + 1), ...siblings.slice(0, at).reverse()]
  return all.filter((one) => one.parentElement === parent)
}

/** Focuses an element or the first control in it that takes the focus, which hidden ones do not. Returns whether one did. */
function focusWithin(element: Element): boolean {
  const controls = [...(element.matches(USEFUL) ? [element] : []), ...element.querySelectorAll(USEFUL)]
  return controls.some((control) => {
    if (!(control instanceof HTMLElement)) return false
    control.focus({ preventScroll: true })
    if (document.activeElement !== control) return false
    control.scrollIntoView({ block: 'nearest' })
    return true
  })
}

function isOff(element: Element): boolean {
  return 'disabled' in element && element.disabled === true
}

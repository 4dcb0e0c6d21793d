type Urgency = 'polite' | 'assertive'

/** What is read aloud in the next frame. */
const waiting = { polite: new Set<string>(), assertive: new Set<string>() }

/**
 * Announces something to screen readers without showing it: saves, failures, counts after a filter. Not what a notice
 * says: its region is read aloud too.
 */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  const texts = waiting[urgency]
  // A hidden page has no frames: of all that happens meanwhile, only the newest is read when it is shown again
  if (document.hidden) texts.clear()
  texts.add(text)
  const region = regionFor(urgency)
  region.textContent = ''
  // the same sentence is read again only if the region was empty in between
  requestAnimationFrame(() => {
    // The first one writes the texts of all calls since the last frame
    if (texts.size === 0) return
    region.replaceChildren(...[...texts].map(lineOf))
    texts.clear()
  })
}

function lineOf(text: string): HTMLElement {
  const line = document.createElement('div')
  line.textContent = text
  return line
}

function regionFor(urgency: Urgency): HTMLElement {
  const id = `announce-${urgency}`
  const known = document.getElementById(id)
  if (known) return known
  const region = document.createElement('div')
  region.id = id
  region.className = 'visually-hidden'
  region.setAttribute('aria-live', urgency)
  // React Aria hides everything outside an open dialog from screen readers, except these.
  region.dataset.liveAnnouncer = 'true'
  region.setAttribute('role', urgency === 'polite' ? 'status' : 'alert')
  // First, not last: below the page it would make the document higher than the window
  document.body.prepend(region)
  return region
}

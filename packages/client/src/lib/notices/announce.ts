/** Announces something to screen readers without showing it: saves, failures, counts after a filter. */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  const region = regionFor(urgency)
  region.textContent = ''
  // the same sentence is read again only if the region was empty in between
  requestAnimationFrame(() => {
    region.textContent = text
  })
}

function regionFor(urgency: 'polite' | 'assertive'): HTMLElement {
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

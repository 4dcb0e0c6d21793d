/**
 * Shows the empty shell after 300 ms if the texts have not been loaded yet: the page is never blank, and the
 * shell needs no texts.
 */
export function drawWaiting(place: HTMLElement): () => void {
  const timer = setTimeout(() => {
    const shell = document.createElement('div')
    shell.className = 'waiting'
    shell.setAttribute('role', 'progressbar')
    shell.setAttribute('aria-label', 'Dragoman')
    shell.append(...['waiting-rail', 'waiting-top', 'waiting-page'].map(block))
    place.replaceChildren(shell)
  }, 300)
  return () => {
    clearTimeout(timer)
    place.replaceChildren()
  }
}

function block(name: string): HTMLElement {
  const element = document.createElement('div')
  element.className = name
  return element
}

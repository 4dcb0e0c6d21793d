import { useRef, useState } from 'react'

/**
 * Returns the ref of a row of tabs that keeps the selected one in view: when the row is shown, when another tab is
 * selected, and when tabs or their counts change. Nothing but the row is scrolled.
 */
export function useSelectedInView(): (row: HTMLElement | null) => void {
  const observer = useRef<MutationObserver | null>(null)
  const [ref] = useState(() => (row: HTMLElement | null) => {
    observer.current?.disconnect()
    observer.current = null
    if (row === null) return
    showSelected(row)
    // Tabs of a collection are added after the row, and counts when they are known.
    observer.current = new MutationObserver(() => showSelected(row))
    observer.current.observe(row, CHANGES)
  })
  return ref
}

const CHANGES: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeFilter: ['aria-selected'],
}

function showSelected(row: HTMLElement): void {
  const selected = row.querySelector('[aria-selected="true"]')
  if (selected === null) return
  const seen = row.getBoundingClientRect()
  const tab = selected.getBoundingClientRect()
  // Positions in rows that are read from right to left are negative, and grow to the right as well.
  if (tab.left < seen.left) row.scrollLeft -= seen.left - tab.left
  else if (tab.right > seen.right) row.scrollLeft += tab.right - seen.right
}

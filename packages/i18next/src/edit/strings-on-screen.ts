import type { PlacedMark } from './mark.ts'
import { type FoundString, stringsOf } from './mark-texts.ts'
import { marksOfAttributes, marksOfNode } from './watch-marks.ts'

/** In CSS pixels, from the upper left corner of the viewport. */
export type ScreenRect = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The position of a string on the screen. `part`: `text`, or the name of its attribute. */
export type StringOnScreen = FoundString & { readonly rect: ScreenRect; readonly part: string }

/**
 * A text or an attribute of the page with the strings it consists of, starting with that of the whole text.
 */
export type MarkedText = {
  readonly element: Element
  readonly part: string
  readonly strings: readonly FoundString[]
  readonly rect: ScreenRect
}

/** Returns the visible strings of a page whose texts are marked, in page order. */
export function stringsOnScreen(page: Document): StringOnScreen[] {
  return markedTextsOnScreen(page).flatMap(({ strings, rect, part }) =>
    strings.map((string) => ({ ...string, rect, part })),
  )
}

export function markedTextsOnScreen(page: Document): MarkedText[] {
  const texts: MarkedText[] = []
  const add = (element: Element, part: string, { ids }: PlacedMark, box: DOMRect) => {
    const strings = stringsOf(ids)
    if (strings.length === 0) return
    const rect = seenPart(element, box)
    if (rect !== null) texts.push({ element, part, strings, rect })
  }
  const walker = page.createTreeWalker(page.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node.nodeType === Node.TEXT_NODE) {
      const { parentElement } = node
      if (parentElement === null) continue
      for (const mark of marksOfNode(node as Text))
        add(parentElement, 'text', mark, rangeOf(node as Text, parentElement, mark).getBoundingClientRect())
    } else
      for (const [name, { marks }] of marksOfAttributes(node as Element))
        for (const mark of marks) add(node as Element, name, mark, (node as Element).getBoundingClientRect())
  }
  return texts
}

/**
 * Returns the range before a mark with as many characters as its text has, even across elements within the
 * text.
 */
function rangeOf(node: Text, parent: Element, { end, length }: PlacedMark): Range {
  const page = node.ownerDocument
  const range = page.createRange()
  range.selectNodeContents(parent)
  range.setEnd(node, end)
  const walker = page.createTreeWalker(parent, NodeFilter.SHOW_TEXT)
  walker.currentNode = node
  let missing = length - end
  let first: Node = node
  while (missing > 0 && walker.previousNode()) {
    first = walker.currentNode
    missing -= first.nodeValue?.length ?? 0
  }
  if (missing <= 0) range.setStart(first, -missing)
  return range
}

/** Returns the visible part of an element's box; null if none is visible. */
function seenPart(element: Element, box: DOMRect): ScreenRect | null {
  const view = element.ownerDocument.defaultView
  if (view === null) return null
  if (element.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) === false) return null
  let { left, top, right, bottom } = box
  const cut = (by: { left: number; top: number; right: number; bottom: number }) => {
    left = Math.max(left, by.left)
    top = Math.max(top, by.top)
    right = Math.min(right, by.right)
    bottom = Math.min(bottom, by.bottom)
  }
  cut({ left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight })
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    const { overflowX, overflowY } = view.getComputedStyle(around)
    const edge = around.getBoundingClientRect()
    // For the root elements, the viewport is the visible part.
    if (around === element.ownerDocument.documentElement || around === element.ownerDocument.body) break
    if (overflowX !== 'visible' || overflowY !== 'visible') cut(edge)
  }
  if (right <= left || bottom <= top) return null
  return { x: left, y: top, width: right - left, height: bottom - top }
}

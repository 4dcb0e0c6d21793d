import { element, openContainer } from './elements.ts'
import { type MarkedText, markedTextsOnScreen } from './strings-on-screen.ts'

const STYLE = `
:host { all: initial; position: fixed; inset: 0; width: 100vw; height: 100vh; border: 0; margin: 0; padding: 0;
  background: none; overflow: hidden; pointer-events: none; z-index: 2147483647 }
i { position: fixed; box-sizing: border-box; border: 1.5px solid #2b4bce; border-radius: 3px;
  box-shadow: 0 0 0 1px #fffc; background: #2b4bce1a }
i.pointed { border-width: 2.5px; background: #2b4bce40 }
`
const DRAWN_EVERY_MS = 150

export type Highlights = {
  /** Returns the marked texts at a point of the screen, the smallest first. */
  readonly at: (x: number, y: number) => MarkedText[]
  readonly point: (x: number, y: number) => void
  readonly hide: () => void
}

/**
 * Draws a frame around each visible string, on top of everything else, until `hide`. The page below does not
 * change.
 */
export function showHighlights(): Highlights {
  const { host, root } = openContainer(STYLE)
  // The top layer is also above modal dialogs of the app.
  host.setAttribute('popover', 'manual')
  host.showPopover?.()
  let pointed: readonly [number, number] | null = null
  let texts: MarkedText[] = []
  const at = (x: number, y: number) =>
    texts
      .filter(({ rect }) => isIn(rect, x, y))
      .filter((text) => isReached(text, x, y))
      .sort((a, b) => a.rect.width * a.rect.height - b.rect.width * b.rect.height)
  const draw = () => {
    texts = reachableTexts()
    const under = pointed === null ? undefined : at(...pointed)[0]
    root.replaceChildren(
      ...texts.map((text) => {
        const frame = element('i', { class: text === under ? 'pointed' : '' })
        const { x, y, width, height } = text.rect
        Object.assign(frame.style, {
          left: `${x - 2}px`,
          top: `${y - 2}px`,
          width: `${width + 4}px`,
          height: `${height + 4}px`,
        })
        return frame
      }),
    )
  }
  draw()
  // The page can move in any way in the meantime.
  const timer = setInterval(draw, DRAWN_EVERY_MS)
  addEventListener('scroll', draw, { capture: true, passive: true })
  return {
    at,
    point(x, y) {
      pointed = [x, y]
      draw()
    },
    hide() {
      clearInterval(timer)
      removeEventListener('scroll', draw, { capture: true })
      host.remove()
    },
  }
}

/** Returns the strings that can be clicked now, except those behind a dialog. */
export function reachableTexts(): MarkedText[] {
  return markedTextsOnScreen(document).filter((text) => {
    const { x, y, width, height } = text.rect
    return isReached(text, x + width / 2, y + height / 2)
  })
}

function isReached({ element: of }: MarkedText, x: number, y: number): boolean {
  const top = document.elementFromPoint(x, y)
  return top !== null && (of.contains(top) || top.contains(of))
}

function isIn({ x, y, width, height }: MarkedText['rect'], left: number, top: number): boolean {
  return left >= x && left <= x + width && top >= y && top <= y + height
}

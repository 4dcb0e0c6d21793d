import { useState } from 'react'
import { isTypingOutside } from './focus-places.ts'
import { watchFocus } from './watch-focus.ts'

export type WantedFocus = {
  /** Says that a person's action moves the focus to what is loaded next, or that it no longer does. */
  readonly want: (isWanted: boolean) => void
  /**
   * Returns whether what has been loaded takes the focus. The answer is yes once, and no while someone types
   * outside of `area` or uses a dialog.
   */
  readonly take: (area: Element | null) => boolean
}

/**
 * Decides whether content that loads after its screen takes the focus: where a person has moved it somewhere
 * else in the meantime, it stays there. Returns the same object in every render.
 */
export function useWantedFocus(isWantedAtStart: boolean): WantedFocus {
  return useState(() => createWantedFocus(isWantedAtStart))[0]
}

function createWantedFocus(isWantedAtStart: boolean): WantedFocus {
  let isWanted = isWantedAtStart
  let isMoved = watchFocus()
  return {
    want: (next) => {
      isWanted = next
      isMoved = () => false
    },
    take: (area) => {
      const isTaken = isWanted && !isMoved() && !isTypingOutside(area)
      isWanted = false
      return isTaken
    },
  }
}

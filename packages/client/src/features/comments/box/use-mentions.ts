import type { MentionCandidate } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useOptions } from '../../../ui/Options.tsx'
import { commentQueries } from '../queries.ts'
import { mentionBefore, type TypedText, withMention } from './mention-text.ts'

export type MentionsOf = {
  readonly project: string
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly typed: TypedText
  readonly onTyped: (typed: TypedText) => void
}

/** Offers people while a mention is typed, and inserts the chosen one. */
export function useMentions({ project, area, typed, onTyped }: MentionsOf) {
  const [begun, setBegun] = useState<ReturnType<typeof mentionBefore>>(null)
  const caret = useRef<number | null>(null)
  const found = useQuery({
    ...commentQueries.candidates(project, begun?.typed ?? ''),
    enabled: begun !== null,
  })
  const names = useOptions({
    options: begun === null ? [] : (found.data ?? []),
    onTake: take,
    startsActive: true,
    tabTakes: true,
  })
  // The caret is placed after an inserted name.
  useLayoutEffect(() => {
    if (caret.current !== null) area.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  function take({ ref, name }: MentionCandidate): void {
    const element = area.current
    if (begun === null || element === null) return
    const next = withMention(typed, { from: begun.from, caret: element.selectionStart }, { ref, name })
    caret.current = next.caret
    onTyped(next.typed)
    setBegun(null)
    element.focus()
  }
  return {
    names,
    isBegun: begun !== null,
    /** Looks for a started mention before the caret. */
    lookAt(element: HTMLTextAreaElement) {
      const next = mentionBefore(element.value, element.selectionStart)
      if (next?.typed !== begun?.typed || next?.from !== begun?.from) names.restart()
      setBegun(next)
    },
    stop: () => setBegun(null),
  }
}

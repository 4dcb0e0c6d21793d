import { countGraphemes, type FormIssue, leavesOf, type MessageSyntax } from '@dragoman/core'
import { useMemo, useReducer, useRef } from 'react'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import type { LeavesOf } from '../box/chips.ts'
import {
  issuesInSlot,
  leavesOfForm,
  type PluralFrame,
  printFrame,
  readFrame,
  slotOfIssue,
  withSlot,
} from './plural-frame.ts'
import type { PluralSlot } from './plural-slots.ts'

/** The forms within one text, shown as fields in the editor. */
export type PluralBoxes = {
  /** False while the text is shown in its syntax. */
  readonly isShown: boolean
  readonly boxes: readonly PluralSlot[]
  /** How many characters are around each form. */
  readonly around: number
  readonly setBox: (id: string, text: string) => void
  readonly toggle: () => void
  readonly issuesOf: (id: string, issues: readonly FormIssue[]) => readonly FormIssue[]
  /** Parses the text of a form. */
  readonly leavesOf: LeavesOf
  /** Returns the field that contains an issue; null for one of the whole text. */
  readonly boxOf: (issue: FormIssue) => PluralSlot | null
}

export type PluralBoxesInput = {
  /** Identifies the string and language. */
  readonly address: string
  /** The whole text; null if the key has plural forms of its own. */
  readonly text: string | null
  readonly source: string
  readonly language: string
  readonly syntax: MessageSyntax
  readonly setText: (text: string) => void
}

type Shown = {
  /** Chosen with the switch, for all strings. */
  prefersText: boolean
  /** The string that is being typed as one text, which is not replaced by fields meanwhile. */
  typedAsText: string | null
  /** The last input in the fields: an extra brace makes the text unparseable, but the fields stay. */
  typed: { readonly address: string; readonly text: string; readonly frame: PluralFrame } | null
}

/** Returns the plural within a text as fields, and a function to call when the text is typed as a whole. */
export function usePluralBoxes({ address, text, source, language, syntax, setText }: PluralBoxesInput): {
  readonly plural: PluralBoxes | null
  readonly noteTypedAsText: () => void
} {
  // A ref that is read during rendering and written just before the text changes, so that both are always
  // consistent; state would be updated after the draft.
  const shown = useRef<Shown>({ prefersText: false, typedAsText: null, typed: null })
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const { prefersText, typedAsText, typed } = shown.current
  const isTyped = typed !== null && typed.address === address && typed.text === text
  const read = useMemo(
    () => (text === null || isTyped ? null : readFrame(text, { syntax, language, source })),
    [text, isTyped, syntax, language, source],
  )
  const frame = isTyped ? typed.frame : read
  const isShown = frame !== null && !prefersText && typedAsText !== address
  const noteTypedAsText = useLatestCallback(() => {
    if (!isShown) shown.current = { ...shown.current, typedAsText: address }
  })
  const leaves = useLatestCallback((form: string) =>
    frame === null ? leavesOf(syntax.parse(form).parts) : leavesOfForm(frame, form, syntax),
  )
  const setBox = useLatestCallback((id: string, written: string) => {
    if (frame === null) return
    const next = withSlot(frame, id, written)
    const printed = printFrame(next).text
    shown.current = { ...shown.current, typed: { address, text: printed, frame: next } }
    setText(printed)
  })
  const toggle = useLatestCallback(() => {
    shown.current = { prefersText: isShown, typedAsText: null, typed: null }
    redraw()
  })
  const plural = useMemo((): PluralBoxes | null => {
    if (frame === null) return null
    const { spans, around } = printFrame(frame)
    return {
      isShown,
      boxes: frame.slots,
      around: countGraphemes(around),
      setBox,
      toggle,
      leavesOf: leaves,
      issuesOf: (id, issues) => issuesInSlot(issues, id, spans),
      boxOf: (issue) => {
        const id = slotOfIssue(issue, spans)
        return frame.slots.find((slot) => slot.id === id) ?? null
      },
    }
  }, [frame, isShown, setBox, toggle, leaves])
  return { plural, noteTypedAsText }
}

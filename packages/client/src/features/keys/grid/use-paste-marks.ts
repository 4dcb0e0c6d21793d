import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../lib/notices/toast.ts'
import { watchUndo } from '../../../lib/server/undo.ts'
import { leftOutReason } from '../bulk/left-out-reason.ts'
import type { LeftOutText } from '../bulk/use-bulk-texts.ts'
import {
  leftOutTexts,
  type MarkedCell,
  markAt,
  marksOf,
  NO_MARKS,
  type PasteMarks,
  withLeftOut,
  withoutMarks,
} from './paste-marks.ts'

/** The rows into which texts were pasted, and the operation that saved them. */
export type LastPaste = {
  readonly first: number
  readonly last: number
  readonly operationId: number | null
}

const NO_PASTE: LastPaste = { first: 0, last: 0, operationId: null }

/** How the cells of the last paste are marked, and the list of texts that it left out. */
export function usePasteMarks(project: string) {
  const { t } = useTranslation(['keys', 'issues'])
  const [marks, setMarks] = useState(NO_MARKS)
  /** Also before the next render: a notice offers the list as soon as the paste has ended. */
  const latest = useRef(marks)
  const [last, setLast] = useState(NO_PASTE)
  const [isListOpen, setIsListOpen] = useState(false)
  const change = useCallback((next: PasteMarks) => {
    latest.current = next
    setMarks(next)
  }, [])
  const leftOut = leftOutTexts(marks)
  const reasonOf = (text: LeftOutText) => leftOutReason(text, t)
  useEffect(
    () =>
      watchUndo(({ project: where, operation, state }) => {
        if (where === project && operation === last.operationId && state === 'undone') change(NO_MARKS)
      }),
    [project, last, change],
  )

  const dropMarks = (cells: readonly MarkedCell[]) => change(withoutMarks(latest.current, cells))
  return {
    marks,
    last,
    /** Replaces the marks of the paste before. */
    markPaste: (paste: LastPaste, cells: readonly MarkedCell[], left: readonly LeftOutText[]) => {
      setLast(paste)
      change(marksOf(cells, left, reasonOf))
      setIsListOpen(false)
    },
    clearMarks: () => change(NO_MARKS),
    dropMarks,
    /** Removes the mark of a cell, because a person opens it or has fixed its text. */
    dropMark: (keyId: number, language: string) => dropMarks([{ keyId, language }]),
    /** Returns the text of a cell that was left out. */
    leftOutAt: (keyId: number, language: string): LeftOutText | undefined => {
      const mark = markAt(marks, { keyId, language })
      return mark?.kind === 'left-out' ? mark.text : undefined
    },
    /** Marks a text again that was opened and not saved. */
    returnLeftOut: (text: LeftOutText) => change(withLeftOut(latest.current, text, reasonOf)),
    leftOut,
    isListOpen: isListOpen && leftOut.length > 0,
    openList: () => {
      if (leftOutTexts(latest.current).length > 0) setIsListOpen(true)
      else showToast(t('keys:paste.noneLeftOut'))
    },
    closeList: () => setIsListOpen(false),
  }
}

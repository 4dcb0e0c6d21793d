import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../lib/notices/toast.ts'
import type { Saving } from '../../../lib/saving/create-saving.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { useUndo } from '../../../lib/server/undo.ts'

/** What was done on this screen, newest last, so that one key takes it back step by step. */
export function useUndoStack(project: string): {
  readonly note: (operationId: number | null) => void
  readonly undoLast: () => void
} {
  const { t } = useTranslation('keys')
  const undo = useUndo(project)
  const saving = useSaving()
  const done = useRef<number[]>([])
  /**
   * Asked for while a save was on its way: that save is what has to be taken back, and its operation is not
   * known yet.
   */
  const isWaiting = useRef(false)
  const undoNewest = useRef(() => {})
  undoNewest.current = () => {
    isWaiting.current = false
    const last = done.current.pop()
    if (last === undefined) showToast(t('nothingToUndo'))
    else void undo(last)
  }
  useEffect(() => {
    done.current = []
    isWaiting.current = false
    return saving.onEnd(({ save, outcome }) => {
      if (save.project !== project) return
      if (outcome.kind === 'done' && outcome.operationId !== undefined) done.current.push(outcome.operationId)
      // The save that has ended may still be in the list while its listeners are told
      setTimeout(() => {
        if (isWaiting.current && !isSaving(saving, project)) undoNewest.current()
      })
    })
  }, [saving, project])
  const note = useCallback((operationId: number | null) => {
    if (operationId !== null) done.current.push(operationId)
  }, [])
  return {
    note,
    undoLast: () => {
      if (isSaving(saving, project)) isWaiting.current = true
      else undoNewest.current()
    },
  }
}

function isSaving({ unsaved }: Saving, project: string): boolean {
  return unsaved.get().saves.some((save) => save.project === project)
}

import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../lib/notices/toast.ts'
import type { Saving } from '../../../lib/saving/create-saving.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { useUndo } from '../../../lib/server/undo.ts'

/** Operations on this screen, newest last, so that one shortcut undoes them step by step. */
export function useUndoStack(project: string): {
  readonly note: (operationId: number | null) => void
  readonly undoLast: () => void
} {
  const { t } = useTranslation('keys')
  const undo = useUndo(project)
  const saving = useSaving()
  const done = useRef<number[]>([])
  /** Undo was requested during a save: that save has to be undone, but its operation is not known yet. */
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
      // The finished save can still be in the list while its listeners are called
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

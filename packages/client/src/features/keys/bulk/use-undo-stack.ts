import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../lib/notices/toast.ts'
import type { Saving } from '../../../lib/saving/create-saving.ts'
import type { PendingSave } from '../../../lib/saving/save-queue.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { useUndo } from '../../../lib/server/undo.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'

/** Operations on this screen, newest last, so that one shortcut undoes them step by step. */
export function useUndoStack(project: string): {
  readonly note: (operationId: number | null) => void
  readonly undoLast: () => void
} {
  const { t } = useTranslation('keys')
  const undo = useUndo(project)
  const saving = useSaving()
  const done = useRef<number[]>([])
  /** Saves that were still pending when their undo was requested: their operations are not known yet. */
  const awaited = useRef(new Set<string>())
  const latestUndo = useLatestCallback(undo)
  useEffect(() => {
    done.current = []
    awaited.current.clear()
    return saving.onEnd(({ save, outcome }) => {
      if (save.project !== project) return
      const isAwaited = awaited.current.delete(save.id)
      const operation = outcome.kind === 'done' ? outcome.operationId : undefined
      if (operation === undefined) return
      if (isAwaited) void latestUndo(operation)
      else done.current.push(operation)
    })
  }, [saving, project, latestUndo])
  const note = useCallback((operationId: number | null) => {
    if (operationId !== null) done.current.push(operationId)
  }, [])
  return {
    note,
    undoLast: () => {
      const pending = newestSave(saving, project)
      const last = pending === null ? done.current.pop() : undefined
      if (pending !== null) {
        awaited.current.add(pending.id)
        showToast(t('undoneWhenSaved'))
      } else if (last === undefined) showToast(t('nothingToUndo'))
      else void undo(last)
    },
  }
}

/** Returns the save of this window that was requested last, of those that are not finished. */
function newestSave({ saver }: Saving, project: string): PendingSave | null {
  const saves = saver.queue.get().filter((save) => save.project === project)
  return saves.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)).at(-1) ?? null
}

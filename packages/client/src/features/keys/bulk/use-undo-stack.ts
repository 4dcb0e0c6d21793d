import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../lib/notices/toast.ts'
import type { Saving } from '../../../lib/saving/create-saving.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { type UndoEnd, useUndo, watchUndo } from '../../../lib/server/undo.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import { createUndoSteps } from './undo-steps.ts'

/** Operations on this screen, newest last, so that one shortcut undoes them step by step. */
export function useUndoStack(project: string): {
  readonly note: (operationId: number | null) => void
  readonly undoLast: () => void
} {
  const { t } = useTranslation('keys')
  const undo = useUndo(project)
  const saving = useSaving()
  const undoStep = useLatestCallback(
    (operation: number) =>
      new Promise<UndoEnd>((resolve) => {
        // Not after the refresh of the screen, so that pressing it again after a failure has an effect.
        const onEnd = (end: UndoEnd) => (end === 'undone' ? undefined : resolve(end))
        void undo(operation, onEnd).then(() => resolve('undone'))
      }),
  )
  const steps = useMemo(() => createUndoSteps(undoStep), [undoStep])
  useEffect(() => {
    const stops = [
      saving.onEnd(({ save, outcome }) => {
        if (save.project !== project) return
        steps.saveEnded(save.id, outcome.kind === 'done' ? outcome.operationId : undefined)
      }),
      // The notice of an operation can undo it, too.
      watchUndo(({ project: where, operation, state }) => {
        if (where !== project) return
        if (state === 'started') steps.startedElsewhere(operation)
        else steps.endedElsewhere(operation, state)
      }),
      saving.saver.queue.subscribe(() => steps.keepSaves(pendingSaves(saving, project))),
    ]
    return () => {
      for (const stop of stops) stop()
      steps.clear()
    }
  }, [saving, project, steps])
  const note = useCallback(
    (operationId: number | null) => {
      if (operationId !== null) steps.note(operationId)
    },
    [steps],
  )
  return {
    note,
    undoLast: () => {
      const requested = steps.request(pendingSaves(saving, project))
      if (requested === 'awaited') showToast(t('undoneWhenSaved'))
      else if (requested === 'nothing') showToast(t('nothingToUndo'))
    },
  }
}

/** Returns the ids of this window's saves that are not finished, the one that was requested last first. */
function pendingSaves({ saver }: Saving, project: string): readonly string[] {
  const saves = saver.queue.get().filter((save) => save.project === project)
  // Of those that were requested in the same millisecond, the queue has the newest last.
  return saves
    .toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
    .map(({ id }) => id)
    .reverse()
}

import { isFailure, type OperationReply } from '@dragoman/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast, undoAction } from '../notices/toast.ts'
import { useFailureText } from './failure-text.ts'
import { projectKey } from './project-key.ts'
import { undoOperation } from './queries.ts'

/**
 * Returns a function that undoes an operation by id and reports it; true: it was undone, and everything shown
 * is up to date. If a text has changed since, nothing is
 * undone and the notice links to the activity page, which can keep the newer texts. `onError` is called as soon as
 * it has failed.
 */
export function useUndo(
  project: string,
): (operationId: number, onError?: (error: unknown) => void) => Promise<boolean> {
  const { t } = useTranslation()
  const client = useQueryClient()
  const failureText = useFailureText()

  function openActivity(id: number) {
    return {
      label: t('look'),
      run: () => location.assign(`/p/${encodeURIComponent(project)}/activity?operation=${id}`),
    }
  }

  return async (id, onError) => {
    let isUndone = true
    try {
      const { cancelled } = await undoOperation(project, id)
      isUndone = cancelled !== true
      showToast(t(isUndone ? 'undone' : 'undoCancelled'))
    } catch (error) {
      isUndone = false
      onError?.(error)
      const text = failureText(error)
      showToast(text, {
        tone: 'problem',
        ...(isFailure(error, 'changed-since') ? { action: openActivity(id) } : {}),
      })
    }
    await client.invalidateQueries({ queryKey: projectKey(project) })
    return isUndone
  }
}

/** Returns a function that reports what was done and offers *Undo*. */
export function useUndoToast(
  project: string,
): (text: string, operation: Pick<OperationReply, 'id'> | null, onUndone?: () => void) => void {
  const { t } = useTranslation()
  const undo = useUndo(project)
  return (text, operation, onUndone) => {
    const run = async (id: number) => {
      if (await undo(id)) onUndone?.()
    }
    showToast(text, operation === null ? {} : { action: undoAction(t('undo'), () => void run(operation.id)) })
  }
}

import { isFailure, type OperationReply } from '@dragoman/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast, undoAction } from '../notices/toast.ts'
import { useFailureText } from './failure-text.ts'
import { projectKey } from './project-key.ts'
import { undoOperation } from './queries.ts'

/**
 * Returns a function that undoes an operation by id and reports it. If a text has changed since, nothing is
 * undone and the notice links to the activity page, which can keep the newer texts.
 */
export function useUndo(project: string): (operationId: number) => Promise<void> {
  const { t } = useTranslation()
  const client = useQueryClient()
  const failureText = useFailureText()

  function openActivity(id: number) {
    return {
      label: t('look'),
      run: () => location.assign(`/p/${encodeURIComponent(project)}/activity?operation=${id}`),
    }
  }

  return async (id) => {
    try {
      await undoOperation(project, id)
      showToast(t('undone'))
    } catch (error) {
      const text = failureText(error)
      showToast(text, {
        tone: 'problem',
        ...(isFailure(error, 'changed-since') ? { action: openActivity(id) } : {}),
      })
    }
    await client.invalidateQueries({ queryKey: projectKey(project) })
  }
}

/** Returns a function that reports what was done and offers *Undo*. */
export function useUndoToast(
  project: string,
): (text: string, operation: Pick<OperationReply, 'id'> | null) => void {
  const { t } = useTranslation()
  const undo = useUndo(project)
  return (text, operation) =>
    showToast(
      text,
      operation === null ? {} : { action: undoAction(t('undo'), () => void undo(operation.id)) },
    )
}

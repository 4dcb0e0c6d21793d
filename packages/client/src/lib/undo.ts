import { api, Failure, type OperationReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { showToast, undoAction } from '../ui/toast.ts'
import { call } from './call.ts'
import { useFailureText } from './failure-text.ts'
import { projectKey } from './project-key.ts'
import { queryClient } from './query-client.ts'

/**
 * Gives the function that undoes an operation by its id and says so. Where something was changed since,
 * nothing is undone and the notice leads to the activity page, which can keep the newer.
 */
export function useUndo(project: string): (operationId: number) => Promise<void> {
  const { t } = useTranslation()
  const failureText = useFailureText()

  function openActivity(id: number) {
    return {
      label: t('look'),
      run: () => location.assign(`/p/${encodeURIComponent(project)}/activity?operation=${id}`),
    }
  }

  return async (id) => {
    try {
      await call(api.operations.undo, { params: { project, operation: id }, body: { keepNewer: false } })
      showToast(t('undone'))
    } catch (error) {
      const text = failureText(error)
      showToast(text, {
        tone: 'problem',
        ...(error instanceof Failure && error.code === 'changed-since' ? { action: openActivity(id) } : {}),
      })
    }
    await queryClient.invalidateQueries({ queryKey: projectKey(project) })
  }
}

/** Gives the function that says what was done and offers *Undo*. */
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

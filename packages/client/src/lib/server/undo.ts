import { isFailure, type OperationReply } from '@dragoman/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast, type ToastAction, undoAction } from '../notices/toast.ts'
import { createEmitter } from '../store.ts'
import { useFailureText } from './failure-text.ts'
import { projectKey } from './project-key.ts'
import { undoOperation } from './queries.ts'

/** `failed`: it can be tried again. `refused`: trying again would not help. */
export type UndoEnd = 'undone' | 'failed' | 'refused'

type UndoNews = {
  readonly project: string
  readonly operation: number
  readonly state: 'started' | UndoEnd
}

const news = createEmitter<[UndoNews]>()

/** Calls the listener whenever this window starts to undo an operation, and when that has ended. */
export const watchUndo = news.subscribe

/**
 * Returns a function that undoes an operation by id and reports it; true: it was undone, and everything shown
 * is up to date. If a text has changed since, nothing is undone and the notice links to the activity page, which can
 * keep the newer texts. `onEnd` is called as soon as it has ended, before everything is up to date.
 */
export function useUndo(
  project: string,
): (operationId: number, onEnd?: (end: UndoEnd) => void) => Promise<boolean> {
  const { t } = useTranslation()
  const client = useQueryClient()
  const failureText = useFailureText()

  function openActivity(id: number): ToastAction {
    return {
      label: t('look'),
      run: () => location.assign(`/p/${encodeURIComponent(project)}/activity?operation=${id}`),
      isUndo: false,
    }
  }

  async function undo(id: number): Promise<UndoEnd> {
    try {
      const { operation, cancelled } = await undoOperation(project, id)
      const isUndone = cancelled !== true && operation !== null
      showToast(t(isUndone ? 'undone' : cancelled === true ? 'undoCancelled' : 'nothingLeftToUndo'))
      return isUndone ? 'undone' : 'refused'
    } catch (error) {
      const isChanged = isFailure(error, 'changed-since')
      showToast(failureText(error), { tone: 'problem', ...(isChanged ? { action: openActivity(id) } : {}) })
      return isChanged || isFailure(error, 'not-found') ? 'refused' : 'failed'
    }
  }

  return async (id, onEnd) => {
    news.emit({ project, operation: id, state: 'started' })
    const end = await undo(id)
    news.emit({ project, operation: id, state: end })
    onEnd?.(end)
    await client.invalidateQueries({ queryKey: projectKey(project) })
    return end === 'undone'
  }
}

type UndoToastMore = {
  readonly onUndone?: () => void
  /** What else the notice offers, before *Undo*. */
  readonly others?: readonly ToastAction[]
}

/** Returns a function that reports what was done and offers *Undo*. */
export function useUndoToast(
  project: string,
): (text: string, operation: Pick<OperationReply, 'id'> | null, more?: UndoToastMore) => void {
  const { t } = useTranslation()
  const undo = useUndo(project)
  return (text, operation, { onUndone, others = [] } = {}) => {
    const run = async (id: number) => {
      if (await undo(id)) onUndone?.()
    }
    const own = operation === null ? [] : [undoAction(t('undo'), () => void run(operation.id))]
    showToast(text, { actions: [...others, ...own] })
  }
}

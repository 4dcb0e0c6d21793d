import { api } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce.ts'
import { call } from '../../lib/call.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { showToast, undoAction } from '../../ui/toast.ts'
import type { StringList } from './string-list.ts'

export type BulkAct =
  | { readonly kind: 'set-state'; readonly state: 'draft' | 'translated' | 'reviewed' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'copy-source' }

type Bulk = { readonly act: BulkAct; readonly select: { keys: number[] } | { q: string } }

/** Changes many strings as one operation, says what was done and offers the way back. */
export function useBulkEdit({
  project,
  language,
  list,
  onDone,
}: {
  readonly project: string
  readonly language: string
  readonly list: StringList
  readonly onDone: () => void
}) {
  const { t } = useTranslation('translations')
  const failureText = useFailureText()
  const fail = (error: unknown) => showToast(failureText(error), { tone: 'problem' })

  const undo = async (operation: number) => {
    try {
      await call(api.operations.undo, { params: { project, operation }, body: { keepNewer: false } })
      await list.refresh()
      showToast(t('bulk.undone'))
    } catch (error) {
      fail(error)
    }
  }

  return useMutation({
    mutationFn: ({ act, select }: Bulk) =>
      call(api.translations.bulk, { params: { project }, body: { language, select, act } }),
    onSuccess: ({ operation, changed }) => {
      void list.refresh()
      const text = t('bulk.done', { count: changed })
      announce(text)
      showToast(
        text,
        operation === null ? {} : { action: undoAction(t('bulk.undo'), () => void undo(operation.id)) },
      )
      onDone()
    },
    onError: fail,
  })
}

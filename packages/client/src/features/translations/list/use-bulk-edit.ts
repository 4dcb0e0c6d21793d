import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { useFailureToast } from '../../../lib/server/failure-text.ts'
import { useUndoToast } from '../../../lib/server/undo.ts'
import { translationMutations } from '../queries.ts'
import type { StringList } from './string-list.ts'

export type BulkAct =
  | { readonly kind: 'set-state'; readonly state: 'draft' | 'translated' | 'reviewed' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'copy-source' }

export type SelectedStrings = { readonly keys: number[] } | { readonly q: string }
type Bulk = { readonly act: BulkAct; readonly select: SelectedStrings }

/** Changes many strings as one operation, reports the result and offers to undo it. */
export function useBulkEdit({
  project,
  language,
  list,
  onDone,
}: {
  readonly project: string
  readonly language: string
  readonly list: StringList
  readonly onDone: (select: SelectedStrings) => void
}) {
  const { t } = useTranslation(['translations', 'common'])
  const formats = useFormats()
  const fail = useFailureToast()
  const report = useUndoToast(project)

  return useMutation({
    mutationFn: ({ act, select }: Bulk) => translationMutations.bulk(project, { language, select, act }),
    onSuccess: ({ operation, changed, failing, cancelled }, { select }) => {
      void list.refresh()
      const done = [
        t('bulk.done', { count: changed }),
        ...(failing === 0 ? [] : [t('bulk.failing', { count: failing })]),
      ]
      const isTakenBack = cancelled === true && operation === null
      const text = isTakenBack ? t('common:cancelledEmpty') : formats.list(done)
      report(text, operation, { onUndone: () => void list.refresh() })
      onDone(select)
    },
    onError: fail,
  })
}

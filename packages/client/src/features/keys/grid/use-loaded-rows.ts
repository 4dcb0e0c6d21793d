import { useTranslation } from 'react-i18next'
import { showToast } from '../../../lib/notices/toast.ts'
import { useFailureToast } from '../../../lib/server/failure-text.ts'
import type { GridRows, RowAt } from './use-grid-rows.ts'

/** Returns a function that loads rows and returns null if that fails or they have changed, which is reported. */
export function useLoadedRows({ loadRows }: Pick<GridRows, 'loadRows'>) {
  const { t } = useTranslation('keys')
  const showFailure = useFailureToast()
  return async (first: number, last: number): Promise<RowAt | null> => {
    try {
      const rowAt = await loadRows(first, last)
      if (rowAt === null) showToast(t('listChanged'), { tone: 'problem' })
      return rowAt
    } catch (error) {
      showFailure(error)
      return null
    }
  }
}

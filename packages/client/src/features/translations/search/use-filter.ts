import { LIMITS } from '@dragoman/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../../lib/notices/announce.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'

export type Filter = {
  /** As in the URL. */
  readonly written: string
  /** As applied: a query that the server would reject is marked in its field; the list remains usable. */
  readonly q: string
  /** Changes when the same query is applied again. */
  readonly round: number
  readonly set: (query: string) => void
  /** Takes back what was changed since a link or the back button led here. */
  readonly leave: () => void
}

export function useFilter(written: string, onQuery: (query: string) => void): Filter {
  const { t } = useTranslation('translations')
  const q = written.length > LIMITS.queryMax ? '' : written
  const [round, setRound] = useState(0)
  // The filter from a link or the back button is not cleared by a shortcut.
  const [first, setFirst] = useState(q)
  const own = useRef(q)
  const [seen, setSeen] = useState(q)
  if (q !== seen) {
    setSeen(q)
    if (q !== own.current) setFirst(q)
  }
  const set = useLatestCallback((query: string) => {
    own.current = query
    setRound((last) => last + 1)
    onQuery(query)
  })
  const leave = () => {
    if (q === first) {
      if (q !== '') announce(t('filter.stays', { filter: q }))
      return
    }
    set(first)
    showToast(first === '' ? t('filter.cleared') : t('filter.back', { filter: first }), {
      action: { label: t('filter.restore'), run: () => set(q), isUndo: false },
    })
  }
  return { written, q, round, set, leave }
}

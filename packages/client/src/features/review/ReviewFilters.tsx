import { LIMITS, REVIEW_KINDS, type ReviewKind } from '@dragoman/core'
import { Search } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { isComposing } from '../../lib/is-composing.ts'
import { useLatestCallback } from '../../lib/use-latest-callback.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { Chip, Chips } from '../../ui/Chips.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Select } from '../../ui/Select.tsx'
import { ShellSlot } from '../../ui/ShellSlot.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { KIND_SIGNS } from './kind-signs.ts'
import type { ReviewFilter } from './queries.ts'
import styles from './ReviewFilters.module.css'

const PAUSE_MS = 200

export type ReviewFiltersProps = {
  readonly filter: ReviewFilter
  readonly kinds: Readonly<Record<ReviewKind, number>> | undefined
  /** Only the beginning of the queue was counted. */
  readonly atLeast: boolean
  readonly finder: RefObject<HTMLInputElement | null>
  readonly onChange: (filter: ReviewFilter) => void
}

/** The kinds of waiting items with their counts, and the order. */
export function ReviewFilters({ filter, kinds, atLeast, finder, onChange }: ReviewFiltersProps) {
  const { t } = useTranslation('review')
  const formats = useFormats()
  const isNarrow = useNarrow()
  const all = kinds && Object.values(kinds).reduce((sum, count) => sum + count, 0)
  const shown = (count: number | undefined) =>
    count === undefined ? null : atLeast ? t('atLeast', { count }) : formats.number(count)
  const choose = (kind: ReviewKind | null) => {
    const { kind: _, ...others } = filter
    onChange(kind === null ? others : { ...others, kind })
  }
  const [typed, setTyped] = useTypedWords(filter, onChange)
  return (
    <div className={styles.filters}>
      <div className={styles.chips}>
        <Chips label={t('kinds')}>
          <Chip
            id="all"
            isChosen={filter.kind === undefined}
            count={shown(all)}
            onChoose={() => choose(null)}
          >
            {t('all')}
          </Chip>
          {REVIEW_KINDS.map((kind) => {
            const Sign = KIND_SIGNS[kind]
            return (
              <Chip
                key={kind}
                id={kind}
                isChosen={filter.kind === kind}
                count={shown(kinds?.[kind])}
                onChoose={() => choose(kind)}
              >
                <Sign aria-hidden="true" className={styles.sign} data-kind={kind} />
                {t(`kindName.${kind}`)}
              </Chip>
            )
          })}
        </Chips>
      </div>
      {isNarrow ? null : (
        <ShellSlot name="search">
          <div className={styles.find}>
            <TextField
              label={t('find')}
              labelHidden
              placeholder={t('find')}
              value={typed}
              onChange={setTyped}
              maxLength={LIMITS.nameMax}
              inputRef={finder}
              start={<Search aria-hidden="true" />}
              end={<Kbd keys="/" />}
              onKeyDown={(event) => {
                if (isComposing(event.nativeEvent)) return
                if (event.key === 'Escape') setTyped('')
                if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur()
              }}
            />
          </div>
        </ShellSlot>
      )}
      <div className={styles.order}>
        <Select
          look="quiet"
          label={t('order.label')}
          labelHidden
          value={filter.order}
          options={(['oldest', 'newest'] as const).map((id) => ({ id, name: t(`order.${id}`) }))}
          onChange={(id) => onChange({ ...filter, order: id === 'newest' ? 'newest' : 'oldest' })}
        />
      </div>
    </div>
  )
}

/** Returns what is typed in the search field, which is applied after a pause. */
function useTypedWords(filter: ReviewFilter, onChange: (filter: ReviewFilter) => void) {
  const [typed, setTyped] = useState(filter.q ?? '')
  const wanted = typed.trim()
  const find = useLatestCallback((q: string) => {
    const { q: _, ...others } = filter
    onChange(q === '' ? others : { ...others, q })
  })
  // Nothing is requested while someone types.
  useEffect(() => {
    const timer = setTimeout(() => find(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, find])
  // A search cleared elsewhere is cleared in the field too.
  const [asked, setAsked] = useState(filter.q)
  if (asked !== filter.q) {
    setAsked(filter.q)
    if (filter.q === undefined) setTyped('')
  }
  return [typed, setTyped] as const
}

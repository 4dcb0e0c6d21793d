import { REVIEW_KINDS, type ReviewKind } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { Select } from '../../ui/Select.tsx'
import type { ReviewFilter } from './queries.ts'
import styles from './ReviewFilters.module.css'

export type ReviewFiltersProps = {
  readonly filter: ReviewFilter
  readonly kinds: Readonly<Record<ReviewKind, number>> | undefined
  /** Only the beginning of the queue was counted. */
  readonly atLeast: boolean
  readonly onChange: (filter: ReviewFilter) => void
}

/** The kinds of what waits, with how much there is of each, and the order. */
export function ReviewFilters({ filter, kinds, atLeast, onChange }: ReviewFiltersProps) {
  const { t } = useTranslation('review')
  const formats = useFormats()
  const all = kinds && Object.values(kinds).reduce((sum, count) => sum + count, 0)
  const shown = (count: number | undefined) =>
    count === undefined ? null : (
      <span className={styles.count}>{atLeast ? t('atLeast', { count }) : formats.number(count)}</span>
    )
  const choose = (kind: ReviewKind | null) => {
    const { kind: _, ...others } = filter
    onChange(kind === null ? others : { ...others, kind })
  }
  return (
    <div className={styles.filters}>
      <fieldset className={styles.chips} aria-label={t('kinds')}>
        <button
          type="button"
          className={styles.chip}
          aria-pressed={filter.kind === undefined}
          onClick={() => choose(null)}
        >
          {t('all')} {shown(all)}
        </button>
        {REVIEW_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles.chip}
            aria-pressed={filter.kind === kind}
            onClick={() => choose(kind)}
          >
            {t(`kindName.${kind}`)} {shown(kinds?.[kind])}
          </button>
        ))}
      </fieldset>
      <div className={styles.order}>
        <Select
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

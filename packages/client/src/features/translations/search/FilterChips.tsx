import type { CountsReply } from '@dragoman/contract'
import { TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { type AssignAsked, AssignButton } from '../../../components/AssignButton.tsx'
import { StateMark } from '../../../components/StateMark.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { Chip, Chips } from '../../../ui/Chips.tsx'
import styles from './FilterChips.module.css'
import { FILTER_CHIPS, type FilterChip } from './filter-query.ts'

export type FilterChipsProps = {
  readonly chosen: FilterChip
  readonly counts: CountsReply | undefined
  readonly onChoose: (chip: FilterChip) => void
  /** The results of the current search, to be assigned; null: nothing. */
  readonly assign: AssignAsked | null
}

/** Common filters with their current number of strings. Selecting the current one applies it again. */
export const FilterChips = memo(function FilterChips({ chosen, counts, onChoose, assign }: FilterChipsProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  return (
    <div className={styles.chips}>
      <Chips label={t('filter.label')}>
        {FILTER_CHIPS.map((chip) => {
          const count =
            counts === undefined ? null : chip === 'all' ? counts.total + counts.sourceless : counts[chip]
          return (
            <Chip
              key={chip}
              id={chip}
              isChosen={chip === chosen}
              count={count === null ? null : formats.number(count)}
              isEmpty={count === 0}
              onChoose={() => onChoose(chip)}
            >
              {chip === 'all' ? null : chip === 'failing' ? (
                <TriangleAlert className={styles.failing} aria-hidden="true" />
              ) : (
                <StateMark state={chip} named="beside" />
              )}
              {t(`filter.${chip}`)}
            </Chip>
          )
        })}
      </Chips>
      {assign === null ? null : (
        <AssignButton
          asked={assign}
          size="small"
          label={assign.count === null ? t('filter.assignAll') : t('filter.assign', { count: assign.count })}
        />
      )}
    </div>
  )
})

import type { CountsReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import styles from './StateBar.module.css'

export type StateCounts = Pick<CountsReply, 'total' | 'draft' | 'translated' | 'reviewed' | 'untranslated'>

/**
 * The share of each state in one bar: reviewed, translated, draft, and the rest empty. Read aloud as one
 * sentence.
 */
export function StateBar({
  counts,
  width = 'full',
}: {
  readonly counts: StateCounts
  readonly width?: 'full' | 'short'
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  const share = (count: number) => (counts.total === 0 ? 0 : count / counts.total)
  const description = formats.list(
    (['reviewed', 'translated', 'draft', 'untranslated'] as const)
      .filter((state) => counts[state] > 0)
      .map((state) => `${t(`state.${state}`)} ${formats.percent(share(counts[state]))}`),
  )
  // An empty bar has nothing to read aloud.
  const label = description === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': description }
  return (
    <span className={`${styles.bar} ${styles[width]}`} {...label}>
      {(['reviewed', 'translated', 'draft'] as const).map((state) => (
        <i
          key={state}
          className={styles[state]}
          data-some={counts[state] > 0}
          style={{ inlineSize: `${share(counts[state]) * 100}%` }}
        />
      ))}
    </span>
  )
}

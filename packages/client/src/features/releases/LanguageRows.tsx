import type { LanguageDifferenceReply } from '@dragoman/contract'
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { ChangedTexts } from './ChangedTexts.tsx'
import type { Comparison } from './queries.ts'
import styles from './release/Releases.module.css'

export type LanguageRowsProps = {
  readonly project: string
  readonly comparison: Comparison
  readonly difference: LanguageDifferenceReply
  /** Keys with a text in the source language, from which shares are calculated. */
  readonly keys: { readonly before: number; readonly after: number }
  /** Whether the table has the column of changed review statuses and errors. */
  readonly showsStatus: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** How much differs in a language; opens to show the texts. */
export function LanguageRows(props: LanguageRowsProps) {
  const { project, comparison, difference, keys, showsStatus, isOpen, onToggle } = props
  const { t } = useTranslation('releases')
  const formats = useFormats()
  const id = useId()
  const { language, added, changed, removed, status, texts, textsBefore } = difference
  const share = shareOf(texts, keys.after)
  // Rounded as they are shown, so that the difference matches the two numbers.
  const points =
    comparison.from === 'nothing'
      ? 0
      : Math.round(share * 100) - Math.round(shareOf(textsBefore, keys.before) * 100)
  return (
    <>
      <tr data-open={isOpen}>
        <th scope="row">
          <button
            type="button"
            className={styles.opener}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onToggle}
          >
            <ChevronRight aria-hidden="true" className={styles.chevron} />
            <bdi lang={language}>{endonym(language)}</bdi>
          </button>
        </th>
        {[added, changed, removed, ...(showsStatus ? [status] : [])].map((count, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: numbers that only differ by position
          <td key={place} data-zero={count === 0}>
            {count === 0 ? '–' : formats.number(count)}
          </td>
        ))}
        <td>
          {formats.percent(share)}{' '}
          {points === 0 ? null : (
            <span className={styles.points} data-falls={points < 0} dir="ltr">
              {formats.signed(points)}
            </span>
          )}
        </td>
      </tr>
      {isOpen ? (
        <tr id={id} className={styles.textsRow}>
          <td colSpan={showsStatus ? 6 : 5}>
            <ChangedTexts
              project={project}
              comparison={comparison}
              language={language}
              moreText={(count) => t('more', { count, language: endonym(language) })}
            />
          </td>
        </tr>
      ) : null}
    </>
  )
}

function shareOf(texts: number, keys: number): number {
  return keys === 0 ? 0 : Math.min(1, texts / keys)
}

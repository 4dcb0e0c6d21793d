import { directionOf } from '@dragoman/core'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { endonym } from '../../../i18n/formats.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { GridHead, HeadCell } from '../../../ui/Grid.tsx'
import styles from './KeyGrid.module.css'

export type KeyGridHeadProps = {
  readonly ref: Ref<HTMLDivElement>
  readonly template: string
  readonly languages: readonly string[]
  readonly sourceLanguage: string
  readonly count: number
  /** Number of selected rows. */
  readonly selected: number
  readonly onToggleAll: () => void
}

/** The column headings. */
export function KeyGridHead(props: KeyGridHeadProps) {
  const { ref, template, languages, sourceLanguage, count, selected, onToggleAll } = props
  const { t } = useTranslation('keys')
  const isAllSelected = count > 0 && selected >= count
  return (
    <GridHead ref={ref} template={template}>
      <HeadCell>
        <Checkbox
          aria-label={t('selectAll')}
          isSelected={isAllSelected}
          isIndeterminate={selected > 0 && !isAllSelected}
          onChange={onToggleAll}
        />
      </HeadCell>
      <HeadCell>{t('key')}</HeadCell>
      {languages.map((tag) => (
        <HeadCell key={tag}>
          <bdi lang={tag} dir={directionOf(tag)}>
            {endonym(tag)}
          </bdi>
          {tag === sourceLanguage ? <span className={styles.headNote}>{t('source')}</span> : null}
        </HeadCell>
      ))}
    </GridHead>
  )
}

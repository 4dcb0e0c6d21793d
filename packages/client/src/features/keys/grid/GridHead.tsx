import { directionOf } from '@dragoman/core'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { endonym } from '../../../i18n/formats.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import styles from './KeyGrid.module.css'

export type GridHeadProps = {
  readonly ref: Ref<HTMLDivElement>
  readonly languages: readonly string[]
  readonly sourceLanguage: string
  readonly template: string
  readonly isAllSelected: boolean
  readonly isSomeSelected: boolean
  readonly onToggleAll: () => void
}

/** The column headings. */
export function GridHead({
  ref,
  languages,
  sourceLanguage,
  template,
  isAllSelected,
  isSomeSelected,
  onToggleAll,
}: GridHeadProps) {
  const { t } = useTranslation('keys')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised without losing its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus
    <div
      ref={ref}
      role="row"
      aria-rowindex={1}
      className={styles.head}
      style={{ gridTemplateColumns: template }}
    >
      <HeadCell>
        <Checkbox
          aria-label={t('selectAll')}
          isSelected={isAllSelected}
          isIndeterminate={!isAllSelected && isSomeSelected}
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
    </div>
  )
}

function HeadCell({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised without losing its rows
    // biome-ignore lint/a11y/useFocusableInteractive: headings are read with their column
    <div role="columnheader" className={styles.headCell}>
      {children}
    </div>
  )
}

import type { GridRow } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { type MouseEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../../lib/access/access.ts'
import type { ProjectRules } from '../cell/cell-text.ts'
import { CellText } from './CellText.tsx'
import { GridCell } from './GridCell.tsx'
import { FIRST_TEXT_COLUMN } from './grid-range.ts'
import { KeyCell } from './KeyCell.tsx'
import styles from './KeyGrid.module.css'

/** How a cell is marked after the last paste: as pasted, or with the reason why it was left out. */
export type CellMark =
  | { readonly kind: 'pasted' }
  | { readonly kind: 'left-out'; readonly reason: string; readonly forms: Forms }

export type GridRowViewProps = {
  readonly index: number
  readonly row: GridRow | undefined
  readonly languages: readonly string[]
  readonly project: string
  readonly rules: ProjectRules
  readonly isSelected: boolean
  /** Column with the focus; -1 if it is in another row. */
  readonly focusColumn: number
  readonly takesFocus: boolean
  /** First and last column of the range in this row; -1 for none. */
  readonly rangeFirst: number
  readonly rangeLast: number
  /** By `key language`; the identity of the map only changes with its contents. */
  readonly marks: ReadonlyMap<string, CellMark>
  readonly template: string
  readonly start: number
  readonly height: number
  readonly onFocus: (index: number, column: number) => void
  readonly onPress: (index: number, column: number, event: MouseEvent) => void
  readonly onOpen: (index: number, column: number) => void
}

/** One row of the grid: checkbox, key, texts. Only re-rendered when its data changes. */
export const GridRowView = memo(function GridRowView(props: GridRowViewProps) {
  const {
    index,
    row,
    languages,
    project,
    rules,
    isSelected,
    focusColumn,
    takesFocus,
    marks,
    onFocus,
    onPress,
    onOpen,
  } = props
  const { t } = useTranslation('keys')
  const access = useAccess()
  const mayNotSave = (language: string) =>
    row !== undefined &&
    access.onText('translations.save', { language, namespace: row.key.namespace }) !== null
  const cell = (column: number) => ({
    column,
    isFocused: focusColumn === column,
    takesFocus,
    isInRange: column >= props.rangeFirst && column <= props.rangeLast,
    onFocus: (at: number) => onFocus(index, at),
    onPress: (at: number, event: MouseEvent) => onPress(index, at, event),
    onOpen: (at: number) => onOpen(index, at),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised without losing its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={styles.row}
      data-current={focusColumn >= 0}
      style={{
        gridTemplateColumns: props.template,
        transform: `translateY(${props.start}px)`,
        blockSize: props.height,
      }}
    >
      <GridCell {...cell(0)} isReadOnly>
        <span className={`${styles.box} ${isSelected ? styles.on : ''}`} aria-hidden="true" />
        <span className="visually-hidden">{t(isSelected ? 'selected' : 'notSelected')}</span>
      </GridCell>
      <GridCell {...cell(1)} isReadOnly>
        {row === undefined ? <i className={styles.coming} /> : <KeyCell row={row} />}
      </GridCell>
      {languages.map((language, at) => {
        const mark = row === undefined ? undefined : marks.get(`${row.key.id} ${language}`)
        return (
          <GridCell
            key={language}
            {...cell(at + FIRST_TEXT_COLUMN)}
            mark={mark?.kind}
            isReadOnly={mayNotSave(language)}
          >
            {row === undefined ? (
              <i className={styles.coming} />
            ) : (
              <CellText
                row={row}
                language={language}
                project={project}
                rules={rules}
                leftOut={mark?.kind === 'left-out' ? mark.reason : undefined}
              />
            )}
          </GridCell>
        )
      })}
    </div>
  )
})

import type { GridRow } from '@dragoman/contract'
import { type MouseEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../../lib/access/access.ts'
import type { TextRules } from '../../../lib/text/text-rules.ts'
import { CheckboxMark } from '../../../ui/Checkbox.tsx'
import { GridCell, GridRow as Row } from '../../../ui/Grid.tsx'
import { CellText } from './CellText.tsx'
import { FIRST_TEXT_COLUMN } from './grid-range.ts'
import { KeyCell } from './KeyCell.tsx'
import styles from './KeyGrid.module.css'
import { markAt, type PasteMarks } from './paste-marks.ts'

export const ROW_HEIGHT = 38

export type GridRowViewProps = {
  readonly index: number
  readonly row: GridRow | undefined
  readonly languages: readonly string[]
  readonly project: string
  readonly rules: TextRules
  readonly isSelected: boolean
  /** Column with the focus; -1 if it is in another row. */
  readonly focusColumn: number
  readonly takesFocus: boolean
  /** First and last column of the range in this row; -1 for none. */
  readonly rangeFirst: number
  readonly rangeLast: number
  readonly marks: PasteMarks
  readonly template: string
  readonly start: number
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
    className: styles.cell,
    'aria-selected': column >= props.rangeFirst && column <= props.rangeLast,
    onFocus: () => onFocus(index, column),
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey) event.preventDefault() // selects cells, not text
    },
    onClick: (event: MouseEvent) => onPress(index, column, event),
    onDoubleClick: () => onOpen(index, column),
  })
  return (
    <Row
      index={index}
      place={{ start: props.start, height: ROW_HEIGHT }}
      template={props.template}
      isSelected={isSelected}
      isCurrent={focusColumn >= 0}
    >
      <GridCell {...cell(0)} aria-readonly>
        <CheckboxMark isSelected={isSelected} />
        <span className="visually-hidden">{t(isSelected ? 'selected' : 'notSelected')}</span>
      </GridCell>
      <GridCell {...cell(1)} aria-readonly>
        {row === undefined ? <i className={styles.coming} /> : <KeyCell row={row} />}
      </GridCell>
      {languages.map((language, at) => {
        const mark = row === undefined ? undefined : markAt(marks, { keyId: row.key.id, language })
        return (
          <GridCell
            key={language}
            {...cell(at + FIRST_TEXT_COLUMN)}
            data-mark={mark?.kind}
            aria-readonly={mayNotSave(language)}
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
    </Row>
  )
})

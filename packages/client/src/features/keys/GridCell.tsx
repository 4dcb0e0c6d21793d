import type { GridRow } from '@dragoman/contract'
import { directionOf } from '@dragoman/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { shownKeyName } from '../../lib/shown-key-name.ts'
import { Message } from '../../ui/Message.tsx'
import { StateMark, shownState } from '../../ui/StateMark.tsx'
import styles from './KeyGrid.module.css'

export type GridCellProps = {
  readonly column: number
  readonly isFocused: boolean
  readonly takesFocus: boolean
  readonly onFocus: () => void
  readonly onPress?: (how: 'one' | 'range') => void
  readonly row?: GridRow | undefined
  /** Without it the cell shows the key itself. */
  readonly language?: string
  readonly children?: ReactNode
}

/** One cell: a key, or its text in one language with its state. */
export function GridCell({ column, isFocused, takesFocus, onFocus, onPress, row, language, children }: GridCellProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused && takesFocus) ref.current?.focus({ preventScroll: true })
  }, [isFocused, takesFocus])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised without losing its rows
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid answers the keyboard for all its cells
    <div
      ref={ref}
      role="gridcell"
      aria-colindex={column + 1}
      tabIndex={isFocused ? 0 : -1}
      className={styles.cell}
      onFocus={onFocus}
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault() // a range of rows, not of letters
      }}
      onClick={(event) => onPress?.(event.shiftKey ? 'range' : 'one')}
    >
      {children ??
        (row === undefined ? (
          <i className={styles.coming} />
        ) : language === undefined ? (
          <KeyName row={row} />
        ) : (
          <CellText row={row} language={language} />
        ))}
    </div>
  )
}

function KeyName({ row }: { readonly row: GridRow }) {
  const { t } = useTranslation('keys')
  const { key } = row
  return (
    <>
      <code className={styles.name} title={`${key.namespace}:${shownKeyName(key.name)}`}>
        <span className={styles.namespace}>{key.namespace}:</span>
        {shownKeyName(key.name)}
      </code>
      {key.plural === 'none' ? null : <span className={styles.badge}>{t('plural')}</span>}
      {key.tags.map((tag) => (
        <span key={tag} className={styles.badge}>
          <bdi>{tag}</bdi>
        </span>
      ))}
    </>
  )
}

function CellText({ row, language }: { readonly row: GridRow; readonly language: string }) {
  const { t } = useTranslation('keys')
  const translation = row.translations.find((one) => one.language === language)
  const forms = translation?.forms ?? {}
  const text = forms.other ?? Object.values(forms)[0] ?? ''
  return (
    <>
      <StateMark state={translation === undefined ? 'untranslated' : shownState(translation)} />
      <span className={text === '' ? styles.none : styles.text} {...(text === '' ? {} : { dir: directionOf(language) })}>
        {text === '' ? t('notTranslated') : <Message text={text} language={language} lines="line" />}
      </span>
    </>
  )
}

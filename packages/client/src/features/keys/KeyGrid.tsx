import type { GridRow } from '@dragoman/contract'
import { directionOf } from '@dragoman/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endonym } from '../../i18n/formats.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { GridCell } from './GridCell.tsx'
import styles from './KeyGrid.module.css'
import type { Selection } from './selection.ts'

const ROW_HEIGHT = 38

export type KeyGridProps = {
  readonly languages: readonly string[]
  readonly count: number
  readonly rowAt: (index: number) => GridRow | undefined
  readonly onVisible: (first: number, last: number) => void
  readonly selection: Selection
  readonly onToggle: (index: number, how: 'one' | 'range') => void
  readonly onToggleAll: () => void
  readonly onOpen: (keyId: number, language: string) => void
  readonly focus: Focus
  readonly onFocus: (focus: Focus) => void
}

export type Focus = { readonly row: number; readonly column: number }

/**
 * Strings × languages, virtualised. One cell at a time takes the focus (arrows, Home, End, Page keys move it); Enter opens the string,
 * Space selects the row, with Shift up to it.
 */
export function KeyGrid(props: KeyGridProps) {
  const { languages, count, rowAt, onVisible, selection, onToggle, onToggleAll, onOpen, focus, onFocus } = props
  const { t } = useTranslation('keys')
  const scroller = useRef<HTMLDivElement>(null)
  const [isFocusInside, setIsFocusInside] = useState(false)
  const columns = languages.length + 2
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollPaddingStart: ROW_HEIGHT,
    onChange: (instance) => {
      const items = instance.getVirtualItems()
      onVisible(items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
    },
  })

  const move = (row: number, column: number) => {
    const next = { row: Math.max(0, Math.min(count - 1, row)), column: Math.max(0, Math.min(columns - 1, column)) }
    virtual.scrollToIndex(next.row)
    onFocus(next)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2)
    const { row, column } = focus
    if (event.key === 'ArrowDown') move(row + 1, column)
    else if (event.key === 'ArrowUp') move(row - 1, column)
    else if (event.key === 'ArrowRight') move(row, column + forward)
    else if (event.key === 'ArrowLeft') move(row, column - forward)
    else if (event.key === 'PageDown') move(row + page, column)
    else if (event.key === 'PageUp') move(row - page, column)
    else if (event.key === 'Home') move(event.ctrlKey ? 0 : row, 0)
    else if (event.key === 'End') move(event.ctrlKey ? count - 1 : row, columns - 1)
    else if (event.key === ' ') onToggle(row, event.shiftKey ? 'range' : 'one')
    else if (event.key === 'Enter') {
      const at = rowAt(row)
      if (at === undefined) return
      if (column === 0) onToggle(row, 'one')
      else onOpen(at.key.id, languages[Math.max(0, column - 2)] ?? '')
    } else return
    event.preventDefault()
  }

  const template = `42px minmax(13rem, 1.3fr) repeat(${languages.length}, minmax(11rem, 1fr))`
  const isAllSelected = count > 0 && selection.ids.size >= count

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised without losing its rows
    <div
      ref={scroller}
      className={styles.scroller}
      role="grid"
      aria-label={t('grid')}
      aria-rowcount={count + 1}
      aria-colcount={columns}
      aria-multiselectable="true"
      onKeyDown={onKeyDown}
      onFocus={() => setIsFocusInside(true)}
      onBlur={() => setIsFocusInside(false)}
    >
      <div className={styles.inner} style={{ minInlineSize: `${13 * 16 + languages.length * 11 * 16 + 42}px` }}>
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus */}
        <div role="row" aria-rowindex={1} className={styles.head} style={{ gridTemplateColumns: template }}>
          <HeadCell>
            <Checkbox
              aria-label={t('selectAll')}
              isSelected={isAllSelected}
              isIndeterminate={!isAllSelected && selection.ids.size > 0}
              onChange={onToggleAll}
            />
          </HeadCell>
          <HeadCell>{t('key')}</HeadCell>
          {languages.map((tag) => (
            <HeadCell key={tag}>
              <bdi lang={tag} dir={directionOf(tag)}>
                {endonym(tag)}
              </bdi>
            </HeadCell>
          ))}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <div role="rowgroup" className={styles.body} style={{ blockSize: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rowAt(item.index)
            const isSelected = row !== undefined && selection.ids.has(row.key.id)
            const cell = (column: number) => ({
              column,
              isFocused: focus.row === item.index && focus.column === column,
              takesFocus: isFocusInside,
              onFocus: () => onFocus({ row: item.index, column }),
            })
            return (
              // biome-ignore lint/a11y/useSemanticElements: see above
              // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus
              <div
                key={item.key}
                role="row"
                aria-rowindex={item.index + 2}
                aria-selected={isSelected}
                className={styles.row}
                style={{ gridTemplateColumns: template, transform: `translateY(${item.start}px)`, blockSize: ROW_HEIGHT }}
              >
                <GridCell {...cell(0)} onPress={(how) => onToggle(item.index, how)}>
                  <span className={`${styles.box} ${isSelected ? styles.on : ''}`} aria-hidden="true" />
                  <span className="visually-hidden">{t(isSelected ? 'selected' : 'notSelected')}</span>
                </GridCell>
                <GridCell
                  {...cell(1)}
                  {...(row === undefined ? {} : { onPress: () => onOpen(row.key.id, languages[0] ?? '') })}
                  row={row}
                />
                {languages.map((tag, at) => (
                  <GridCell
                    key={tag}
                    {...cell(at + 2)}
                    row={row}
                    language={tag}
                    {...(row === undefined ? {} : { onPress: () => onOpen(row.key.id, tag) })}
                  />
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function HeadCell({ children }: { readonly children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised without losing its rows
    // biome-ignore lint/a11y/useFocusableInteractive: headings are read with their column
    <div role="columnheader" className={styles.headCell}>
      {children}
    </div>
  )
}

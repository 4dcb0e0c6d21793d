import type { MemberReply, RightsReply } from '@dragoman/contract'
import type { MemberRef } from '@dragoman/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endonym } from '../../i18n/formats.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ScrollShadow } from '../../ui/ScrollShadow.tsx'
import { MemberRow } from './MemberRow.tsx'
import styles from './Members.module.css'

const ROW_HEIGHT = 42
/** With the languages below the name. */
const TALL_ROW_HEIGHT = 56
const HEADING_HEIGHT = 29
const HEAD_HEIGHT = 34
/** A table element cannot be virtualised without losing its rows. */
function HeadCell({
  className = '',
  children,
}: {
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: headings are read with their column
    <div role="columnheader" className={`${styles.headCell} ${className}`}>
      {children}
    </div>
  )
}

function Heading(props: {
  readonly style: CSSProperties
  readonly columns: number
  readonly children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: headings are skipped
    <div role="row" className={styles.heading} style={props.style}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: headings are skipped */}
      <div role="gridcell" aria-colspan={props.columns}>
        {props.children}
      </div>
    </div>
  )
}

/** Number of columns before those of the languages. */
const BEFORE = 3

export type MemberGridProps = {
  readonly members: readonly MemberReply[]
  readonly counts: Readonly<Record<MemberReply['kind'], number>>
  readonly languages: readonly string[]
  readonly selected: ReadonlySet<string>
  readonly onToggle: (who: MemberRef, how: 'one' | 'range') => void
  readonly onToggleAll: () => void
  readonly ownId: string | null
  readonly lastManager: string | null
  /** Why nothing can be changed; null: it can. */
  readonly refusal: string | null
  readonly onRights: (member: MemberReply, rights: RightsReply) => void
  readonly onSwitch: (member: MemberReply, language: string) => void
  readonly onExplain: (member: MemberReply, language: string | null) => void
  readonly onSeveral: (member: MemberReply) => void
  /** There is no room for columns of languages: the names are followed by lists of them. */
  readonly isSummary: boolean
  readonly onNamespaces: (member: MemberReply) => void
  readonly onLink: (member: MemberReply) => void
  readonly onSendAgain: (member: MemberReply) => void
  readonly onWithdraw: (member: MemberReply) => void
  readonly onEnd: () => void
}

type Line =
  | { readonly heading: MemberReply['kind'] }
  | { readonly member: MemberReply; readonly index: number }

/** Identifies a line, with its height: another one is measured again. */
function keyOf(line: Line | undefined, rowHeight: number): string {
  if (line === undefined) return ''
  return 'heading' in line ? `heading ${line.heading}` : `${line.member.who} ${rowHeight}`
}

/** Returns the lines of the grid: members, with a heading before groups and before invitations. */
function linesOf(members: readonly MemberReply[]): readonly Line[] {
  return members.flatMap((member, index): Line[] => {
    const isFirst = member.kind !== 'person' && members[index - 1]?.kind !== member.kind
    return isFirst ? [{ heading: member.kind }, { member, index }] : [{ member, index }]
  })
}

/**
 * The grid of permissions by language. One cell has the focus: arrows and j k move it, Space toggles a
 * language or selects, Enter opens the cell's contents.
 */
export function MemberGrid(props: MemberGridProps) {
  const {
    members,
    counts,
    languages,
    selected,
    onToggle,
    onToggleAll,
    onSwitch,
    onExplain,
    onEnd,
    isSummary,
  } = props
  const { t } = useTranslation('members')
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = isSummary ? TALL_ROW_HEIGHT : ROW_HEIGHT
  const [focus, setFocus] = useState({ row: 0, column: 1 })
  const lines = linesOf(members)
  const columns = BEFORE + languages.length + 2
  const at = Math.min(focus.row, Math.max(0, members.length - 1))
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) =>
      lines[index] !== undefined && 'heading' in lines[index] ? HEADING_HEIGHT : rowHeight,
    // By line, not by place: rows keep their heights when people come and go.
    getItemKey: (index) => keyOf(lines[index], rowHeight),
    overscan: 12,
    scrollPaddingStart: HEAD_HEIGHT,
    onChange: (instance) => {
      if ((instance.getVirtualItems().at(-1)?.index ?? 0) >= lines.length - 20) onEnd()
    },
  })

  const moveTo = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(members.length - 1, row)),
      column: Math.max(0, Math.min(columns - 1, column)),
    }
    setFocus(next)
    virtual.scrollToIndex(lines.findIndex((line) => 'member' in line && line.index === next.row))
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-place="${next.row}.${next.column}"]`)
        ?.focus({ preventScroll: true }),
    )
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // Menus and buttons in a cell handle their own keys.
    if (!(event.target instanceof HTMLElement) || event.target.dataset.place === undefined) return
    const isBackwards = getComputedStyle(event.target).direction === 'rtl'
    const member = members[at]
    const language = languages[focus.column - BEFORE]
    if (event.metaKey || event.altKey) return
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (event.shiftKey && member) onToggle(member.who, 'one')
        moveTo(at + (event.key === 'ArrowDown' ? 1 : -1), focus.column)
        break
      case 'j':
        moveTo(at + 1, focus.column)
        break
      case 'k':
        moveTo(at - 1, focus.column)
        break
      case 'x':
        if (member) onToggle(member.who, 'one')
        break
      case 'ArrowRight':
        moveTo(at, focus.column + (isBackwards ? -1 : 1))
        break
      case 'ArrowLeft':
        moveTo(at, focus.column + (isBackwards ? 1 : -1))
        break
      case 'Home':
        moveTo(event.ctrlKey ? 0 : at, 0)
        break
      case 'End':
        moveTo(event.ctrlKey ? members.length - 1 : at, columns - 1)
        break
      case ' ':
        if (member === undefined) return
        if (language === undefined) onToggle(member.who, 'one')
        else onSwitch(member, language)
        break
      case 'Enter':
        if (member !== undefined && language !== undefined) onExplain(member, language)
        else event.target.querySelector<HTMLElement>('button, input')?.click()
        break
      default:
        return
    }
    event.preventDefault()
  }

  const hasSeveral = members.some(({ rights }) => (rights?.grants ?? []).length > 0)
  const roleWidth = hasSeveral && !isSummary ? 204 : 136
  // Room for the buttons of invitations.
  const endWidth = members.some(({ kind }) => kind === 'invitation') ? 200 : 104
  const columnsOfLanguages = languages.length === 0 ? '' : `repeat(${languages.length}, minmax(58px, 70px))`
  const template = `44px minmax(170px, 1.6fr) minmax(${roleWidth}px, 0.7fr) ${columnsOfLanguages} minmax(130px, 1fr) minmax(${endWidth}px, 0.6fr)`
  const width = 44 + 170 + roleWidth + languages.length * 58 + 130 + endWidth
  const allSelected = members.length > 0 && members.every(({ who }) => selected.has(who))
  return (
    <ScrollShadow scroller={scroller} className={styles.gridFrame}>
      <div
        className={styles.scroller}
        ref={scroller}
        style={{ '--lines-height': `${virtual.getTotalSize() + HEAD_HEIGHT}px` } as CSSProperties}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be virtualised */}
        <div
          role="grid"
          aria-label={t('title')}
          aria-rowcount={members.length + 1}
          aria-colcount={columns}
          aria-multiselectable
          tabIndex={-1}
          onKeyDown={onKeyDown}
          style={{ minInlineSize: width }}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          <div
            role="row"
            className={styles.head}
            style={{ gridTemplateColumns: template }}
            aria-rowindex={1}
            tabIndex={-1}
          >
            <HeadCell>
              <Checkbox
                aria-label={t('selectAll')}
                isSelected={allSelected}
                isIndeterminate={!allSelected && selected.size > 0}
                onChange={onToggleAll}
              />
            </HeadCell>
            <HeadCell>{t('name')}</HeadCell>
            <HeadCell>{t('role')}</HeadCell>
            {languages.map((tag) => (
              <HeadCell className={styles.middle} key={tag}>
                <bdi lang={tag}>{endonym(tag)}</bdi>
              </HeadCell>
            ))}
            <HeadCell>{t('namespaces')}</HeadCell>
            <HeadCell className={styles.end}>{t('lastSeen')}</HeadCell>
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          <div role="rowgroup" className={styles.body} style={{ blockSize: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const line = lines[item.index]
              if (line === undefined) return null
              const place = { blockSize: item.size, transform: `translateY(${item.start}px)` }
              if ('heading' in line)
                return (
                  <Heading key={line.heading} style={place} columns={columns}>
                    {t(`heading.${line.heading}`)} <span>{counts[line.heading]}</span>
                  </Heading>
                )
              return (
                <MemberRow
                  {...props}
                  key={line.member.who}
                  member={line.member}
                  index={line.index}
                  isSelected={selected.has(line.member.who)}
                  focusColumn={at === line.index ? focus.column : null}
                  onFocusCell={(column) => setFocus({ row: line.index, column })}
                  style={{ ...place, gridTemplateColumns: template }}
                />
              )
            })}
          </div>
        </div>
      </div>
    </ScrollShadow>
  )
}

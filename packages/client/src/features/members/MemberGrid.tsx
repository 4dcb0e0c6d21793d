import type { MemberReply } from '@dragoman/contract'
import type { MemberRef } from '@dragoman/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { endonym } from '../../i18n/formats.ts'
import { type Position, positionAfterKey } from '../../lib/list/position-after-key.ts'
import { useFollowedPosition } from '../../lib/list/use-followed-position.ts'
import { useListShortcuts } from '../../lib/list/use-list-shortcuts.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Grid, GridHead, GridHeading, HeadCell, useFocusInside } from '../../ui/Grid.tsx'
import { FIRST_LANGUAGE, MemberRow, type MemberRowsProps } from './MemberRow.tsx'
import styles from './Members.module.css'

const ROW_HEIGHT = 42
/** With the languages below the name. */
const TALL_ROW_HEIGHT = 56
const HEADING_HEIGHT = 29
const HEAD_HEIGHT = 34

export type MemberGridProps = MemberRowsProps & {
  readonly members: readonly MemberReply[]
  readonly counts: Readonly<Record<MemberReply['kind'], number>>
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

/** Returns the widths of the columns: rows have room for several roles and for the buttons of invitations. */
function layoutOf(members: readonly MemberReply[], languages: readonly string[], isSummary: boolean) {
  const hasSeveral = members.some(({ rights }) => (rights?.grants ?? []).length > 0)
  const roleWidth = hasSeveral && !isSummary ? 204 : 136
  const endWidth = members.some(({ kind }) => kind === 'invitation') ? 200 : 104
  const widths = languages.map(widthOfLanguage)
  const ofLanguages = widths.map((width) => `minmax(${width}px, ${width + 12}px)`).join(' ')
  return {
    template: `44px minmax(170px, 1.6fr) minmax(${roleWidth}px, 0.7fr) ${ofLanguages} minmax(130px, 1fr) minmax(${endWidth}px, 0.6fr)`,
    width: 44 + 170 + roleWidth + widths.reduce((sum, width) => sum + width, 0) + 130 + endWidth,
  }
}

const NARROWEST_LANGUAGE = 58
/** Of a letter of a heading. */
const LETTER_WIDTH = 6.2

/** Returns the width of the column of a language: the longest word of its name fits, and the name has two lines. */
function widthOfLanguage(tag: string): number {
  const longest = Math.max(
    ...endonym(tag)
      .split(/[ -]/)
      .map((word) => word.length),
  )
  return Math.max(NARROWEST_LANGUAGE, Math.round(longest * LETTER_WIDTH) + 10)
}

type MemberHeadProps = Pick<MemberGridProps, 'languages' | 'members' | 'selection'> & {
  readonly template: string
}

function MemberHead({ template, languages, members, selection }: MemberHeadProps) {
  const { t } = useTranslation('members')
  const isAllSelected = members.length > 0 && members.every(({ who }) => selection.ids.has(who))
  return (
    <GridHead template={template}>
      <HeadCell>
        <Checkbox
          aria-label={t('selectAll')}
          isSelected={isAllSelected}
          isIndeterminate={!isAllSelected && selection.ids.size > 0}
          onChange={() =>
            selection.ids.size > 0 ? selection.clear() : selection.add(...members.map(({ who }) => who))
          }
        />
      </HeadCell>
      <HeadCell>{t('name')}</HeadCell>
      <HeadCell>{t('role')}</HeadCell>
      {languages.map((tag) => (
        <HeadCell className={`${styles.middle} ${styles.languageHead}`} key={tag}>
          <bdi lang={tag}>{endonym(tag)}</bdi>
        </HeadCell>
      ))}
      <HeadCell>{t('namespaces')}</HeadCell>
      <HeadCell className={styles.end}>{t('lastSeen')}</HeadCell>
    </GridHead>
  )
}

const FIRST_CELL: Position = { row: 0, column: 1 }

/** The focused cell of the grid, which keys move, and what the keys do in it. It stays at its member. */
function useGridKeys(props: MemberGridProps, { rowHeight, scroller, scrollTo }: GridKeysOf) {
  const { members, languages, selection, acts } = props
  const rowOf = (index: number) => Math.min(index, Math.max(0, members.length - 1))
  const [position, setFocus] = useFollowedPosition<MemberRef>({
    // All rows are loaded: a place after the last one is at the last one.
    keyAt: (index) => members[rowOf(index)]?.who ?? null,
    indexOf: (who) => members.findIndex((one) => one.who === who),
  })
  const focus = position ?? FIRST_CELL
  const { isInside, setIsInside, props: focusProps } = useFocusInside()
  const row = rowOf(focus.row)
  const member = members[row]

  const moveTo = (next: Position) => {
    setFocus(next)
    setIsInside(true)
    scrollTo(next.row)
  }
  const move = (by: number) =>
    moveTo({
      // The first press, outside of the grid, focuses the current cell
      row: isInside ? Math.max(0, Math.min(members.length - 1, row + by)) : row,
      column: focus.column,
    })
  const select = () => member !== undefined && selection.toggle(member.who)
  useListShortcuts({ group: 'members:title', onMove: move, onSelect: select })

  const onKeyDown = (event: KeyboardEvent) => {
    // Menus and buttons in a cell handle their own keys.
    if (!(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'gridcell') return
    if (event.metaKey || event.altKey) return
    const language = languages[focus.column - FIRST_LANGUAGE]
    const next = positionAfterKey(
      event,
      { row, column: focus.column },
      {
        rows: members.length,
        columns: columnsOf(languages),
        page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
        isRightToLeft: getComputedStyle(event.target).direction === 'rtl',
      },
    )
    if (next !== null) {
      if (event.shiftKey && next.row !== row) select()
      moveTo(next)
    } else if (event.key === ' ') {
      if (language === undefined) select()
      else if (member !== undefined) acts.switchLanguage(member, language)
    } else if (event.key === 'Enter') {
      if (member !== undefined && language !== undefined) acts.explain(member, language)
      else event.target.querySelector<HTMLElement>('button, input')?.click()
    } else return
    event.preventDefault()
  }
  return { row, column: focus.column, setFocus, isInside, gridProps: { ...focusProps, onKeyDown } }
}

type GridKeysOf = {
  readonly rowHeight: number
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Scrolls to the row of a member. */
  readonly scrollTo: (row: number) => void
}

function columnsOf(languages: readonly string[]): number {
  return FIRST_LANGUAGE + languages.length + 2
}

/**
 * The grid of permissions by language. One cell has the focus: arrows and j k move it, Space toggles a
 * language or selects, Enter opens the cell's contents.
 */
export function MemberGrid(props: MemberGridProps) {
  const { members, languages, isSummary } = props
  const { t } = useTranslation('members')
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = isSummary ? TALL_ROW_HEIGHT : ROW_HEIGHT
  const lines = linesOf(members)
  const columns = columnsOf(languages)
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
      if ((instance.getVirtualItems().at(-1)?.index ?? 0) >= lines.length - 20) props.onEnd()
    },
  })
  const scrollTo = (row: number) =>
    virtual.scrollToIndex(lines.findIndex((line) => 'member' in line && line.index === row))
  const keys = useGridKeys(props, { rowHeight, scroller, scrollTo })
  const { template, width } = layoutOf(members, languages, isSummary)
  return (
    <Grid
      label={t('title')}
      scroller={scroller}
      frame={styles.gridFrame}
      rows={members.length}
      columns={columns}
      minWidth={`${width}px`}
      height={virtual.getTotalSize()}
      {...keys.gridProps}
      head={<MemberHead {...props} template={template} />}
    >
      {virtual.getVirtualItems().map((item) => {
        const line = lines[item.index]
        if (line === undefined) return null
        const place = { start: item.start, height: item.size }
        if ('heading' in line)
          return (
            <GridHeading key={line.heading} place={place} columns={columns}>
              {t(`heading.${line.heading}`)} <span>{props.counts[line.heading]}</span>
            </GridHeading>
          )
        return (
          <MemberRow
            {...props}
            key={line.member.who}
            member={line.member}
            index={line.index}
            focusColumn={keys.row === line.index ? keys.column : null}
            takesFocus={keys.isInside}
            onFocusCell={(column) => keys.setFocus({ row: line.index, column })}
            place={place}
            template={template}
          />
        )
      })}
    </Grid>
  )
}

import {
  type CSSProperties,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import styles from './Grid.module.css'
import { ScrollShadow } from './ScrollShadow.tsx'
import { useHiddenEdges } from './use-hidden-edges.ts'

// The roles of a table are given to other elements, because a table cannot be virtualised without losing its rows.

type Box = HTMLAttributes<HTMLDivElement>

export type GridProps = Omit<Box, 'role'> & {
  readonly label: string
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly frame?: string | undefined
  readonly rows: number
  readonly columns: number
  readonly minWidth: string
  /** Height of the rows that are not rendered too, in pixels. */
  readonly height: number
  readonly head: ReactNode
  /** The rendered rows. */
  readonly children: ReactNode
  /** Placed over the rows. */
  readonly over?: ReactNode
}

/** A virtualised grid that scrolls in both directions below its headings. One cell at a time has the focus. */
export function Grid(props: GridProps) {
  const { label, scroller, frame, rows, columns, minWidth, height, head, children, over, ...rest } = props
  const edges = useHiddenEdges(scroller)
  return (
    <ScrollShadow edges={edges} className={frame} style={{ '--rows-height': `${height}px` } as CSSProperties}>
      <div ref={scroller} className={styles.scroller}>
        <div className={styles.inner} style={{ minInlineSize: minWidth }}>
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          <div
            {...rest}
            role="grid"
            aria-label={label}
            aria-rowcount={rows + 1}
            aria-colcount={columns}
            aria-multiselectable="true"
            tabIndex={-1}
          >
            {head}
            {/* biome-ignore lint/a11y/useSemanticElements: see above */}
            <div role="rowgroup" className={styles.body} style={{ blockSize: height }}>
              {children}
            </div>
          </div>
          {over}
        </div>
      </div>
    </ScrollShadow>
  )
}

/** Tracks whether the focus is in a grid, and not in a menu of one of its cells. */
export function useFocusInside() {
  const [isInside, setIsInside] = useState(false)
  const props: Pick<Box, 'onFocus' | 'onBlur'> = {
    onFocus: ({ currentTarget, target }) => currentTarget.contains(target) && setIsInside(true),
    onBlur: () => setIsInside(false),
  }
  return { isInside, setIsInside, props }
}

/** The column headings. */
export function GridHead({
  ref,
  template,
  children,
}: {
  readonly ref?: Ref<HTMLDivElement>
  readonly template: string
  readonly children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus
    <div
      ref={ref}
      role="row"
      aria-rowindex={1}
      className={styles.head}
      style={{ gridTemplateColumns: template }}
    >
      {children}
    </div>
  )
}

export function HeadCell({ className = '', children }: Pick<Box, 'className' | 'children'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: headings are read with their column
    <div role="columnheader" className={`${styles.headCell} ${className}`}>
      {children}
    </div>
  )
}

/** Where a virtualised row is in its grid, in pixels. */
export type RowPosition = { readonly start: number; readonly height: number }

export type GridRowProps = {
  readonly index: number
  readonly place: RowPosition
  readonly template: string
  readonly isSelected: boolean
  readonly isCurrent: boolean
  readonly children: ReactNode
}

export function GridRow({ index, place, template, isSelected, isCurrent, children }: GridRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={styles.row}
      data-current={isCurrent}
      style={{ ...styleOf(place), gridTemplateColumns: template }}
    >
      {children}
    </div>
  )
}

/** A heading between rows, which the focus skips. */
export function GridHeading(props: {
  readonly place: RowPosition
  readonly columns: number
  readonly children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: headings are skipped
    <div role="row" className={styles.heading} style={styleOf(props.place)}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: headings are skipped */}
      <div role="gridcell" aria-colspan={props.columns}>
        {props.children}
      </div>
    </div>
  )
}

function styleOf({ start, height }: RowPosition): CSSProperties {
  return { transform: `translateY(${start}px)`, blockSize: height }
}

export type GridCellProps = Omit<Box, 'role' | 'onFocus'> & {
  readonly column: number
  readonly isFocused: boolean
  /** The focus is in the grid: this cell gets it when it becomes the focused one. */
  readonly takesFocus: boolean
  readonly onFocus: (column: number) => void
}

/** One cell, whose keys the grid handles. */
export function GridCell(props: GridCellProps) {
  const { column, isFocused, takesFocus, onFocus, className = '', children, ...rest } = props
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A control in the cell keeps the focus
    if (isFocused && takesFocus && ref.current?.contains(document.activeElement) === false)
      ref.current.focus({ preventScroll: true })
  }, [isFocused, takesFocus])
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      {...rest}
      ref={ref}
      role="gridcell"
      aria-colindex={column + 1}
      tabIndex={isFocused ? 0 : -1}
      className={`${styles.cell} ${className}`}
      onFocus={() => onFocus(column)}
    >
      {children}
    </div>
  )
}

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLatestCallback } from '../lib/use-latest-callback.ts'
import styles from './Chips.module.css'

export type ChipsProps = {
  readonly label: string
  readonly children: ReactNode
}

/**
 * Filters of a list in one line, one of which is selected. A line that is too long scrolls: by touch, by Tab,
 * and with the arrow at the end where it continues.
 */
export function Chips({ label, children }: ChipsProps) {
  const row = useRef<HTMLFieldSetElement>(null)
  const [more, setMore] = useState(NO_MORE)
  const measure = useLatestCallback(() => {
    const next = hiddenEnds(row.current)
    setMore((now) => (now.start === next.start && now.end === next.end ? now : next))
  })
  useLayoutEffect(measure)
  useEffect(() => {
    const element = row.current
    if (element === null) return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [measure])
  const scroll = (pages: number) => {
    const element = row.current
    if (element === null) return
    const sign = getComputedStyle(element).direction === 'rtl' ? -1 : 1
    element.scrollBy({ left: sign * pages * element.clientWidth })
  }
  return (
    <div
      className={styles.place}
      data-more={[more.start && 'start', more.end && 'end'].filter(Boolean).join(' ')}
    >
      {more.start ? (
        // For the mouse only: Tab reaches every filter
        <button
          type="button"
          className={styles.arrow}
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => scroll(-1)}
        >
          <ChevronLeft className="mirrored" />
        </button>
      ) : null}
      <fieldset ref={row} className={styles.chips} aria-label={label} onScroll={measure}>
        {children}
      </fieldset>
      {more.end ? (
        <button
          type="button"
          className={styles.arrow}
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => scroll(1)}
        >
          <ChevronRight className="mirrored" />
        </button>
      ) : null}
    </div>
  )
}

const NO_MORE = { start: false, end: false }

/** Returns at which ends of a row something is scrolled out of view. */
function hiddenEnds(row: HTMLElement | null): typeof NO_MORE {
  if (row === null) return NO_MORE
  const before = Math.abs(row.scrollLeft)
  return { start: before > 1, end: row.scrollWidth - row.clientWidth - before > 1 }
}

export type ChipProps = {
  /** Identifies the chip on the page, as `data-chip`. */
  readonly id: string
  readonly isChosen: boolean
  /** The count, formatted; null: not known yet. */
  readonly count: string | null
  readonly isEmpty?: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

export function Chip({ id, isChosen, count, isEmpty = false, onChoose, children }: ChipProps) {
  const chip = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) chip.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isChosen])
  return (
    <button
      ref={chip}
      type="button"
      className={styles.chip}
      aria-pressed={isChosen}
      data-chip={id}
      data-empty={isEmpty}
      onClick={onChoose}
    >
      {children}
      {count === null ? null : <span className={styles.count}>{count}</span>}
    </button>
  )
}

import type { ReactNode, Ref } from 'react'
import styles from './Chips.module.css'

export type ChipsProps = {
  readonly label: string
  readonly children: ReactNode
  readonly rowRef?: Ref<HTMLFieldSetElement>
}

/** Filters of a list next to each other, one of which is selected. On phones, one scrollable line. */
export function Chips({ label, children, rowRef }: ChipsProps) {
  return (
    <fieldset className={styles.chips} aria-label={label} {...(rowRef === undefined ? {} : { ref: rowRef })}>
      {children}
    </fieldset>
  )
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
  return (
    <button
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

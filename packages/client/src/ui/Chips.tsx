import type { ReactNode, Ref } from 'react'
import styles from './Chips.module.css'

export type ChipsProps = {
  readonly label: string
  readonly children: ReactNode
  readonly rowRef?: Ref<HTMLFieldSetElement>
}

/** Filters of a list beside each other, of which one is chosen. On a phone one line that is scrolled. */
export function Chips({ label, children, rowRef }: ChipsProps) {
  return (
    <fieldset className={styles.chips} aria-label={label} {...(rowRef === undefined ? {} : { ref: rowRef })}>
      {children}
    </fieldset>
  )
}

export type ChipProps = {
  /** Names it for whoever looks for it on the page. */
  readonly id: string
  readonly isChosen: boolean
  /** How many there are, as it is shown; null: not known yet. */
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

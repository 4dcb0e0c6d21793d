import { useSelectedInView } from './use-selected-in-view.ts'
import styles from './ViewTabs.module.css'

export type ViewTab<Id extends string> = {
  readonly id: Id
  readonly name: string
  /** Formatted; null: not known, or not shown. */
  readonly count: string | null
}

export type ViewTabsProps<Id extends string> = {
  readonly label: string
  readonly tabs: readonly ViewTab<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
}

/** Below the heading of a page: the lists that it can show, one of which is shown. */
export function ViewTabs<Id extends string>({ label, tabs, value, onChange }: ViewTabsProps<Id>) {
  const row = useSelectedInView()
  return (
    <fieldset ref={row} className={styles.list} aria-label={label}>
      {tabs.map(({ id, name, count }) => (
        <button
          key={id}
          type="button"
          className={styles.tab}
          aria-pressed={id === value}
          onClick={() => onChange(id)}
        >
          {name} {count === null ? null : <span className={styles.count}>{count}</span>}
        </button>
      ))}
    </fieldset>
  )
}

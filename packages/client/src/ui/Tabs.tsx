import { memo, type ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import styles from './Tabs.module.css'
import { useSelectedInView } from './use-selected-in-view.ts'

export type TabOption<Id extends string> = {
  readonly id: Id
  readonly name: string
  readonly count?: ReactNode
  readonly content: ReactNode
}

export type TabsProps<Id extends string> = {
  readonly label: string
  readonly tabs: readonly TabOption<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
  /**
   * `page`: below the heading of a page, with the same edges as its content; `fill`: the content also fills the
   * page. `column`: over a narrow column.
   */
  readonly place: 'page' | 'fill' | 'column'
}

/** Several views of one thing in one place. Only the open one is rendered. */
export const Tabs = memo(function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, value, onChange, place } = props
  const row = useSelectedInView()
  return (
    <AriaTabs
      className={styles.tabs ?? ''}
      data-place={place}
      selectedKey={value}
      onSelectionChange={(key) => {
        const tab = tabs.find(({ id }) => id === key)
        if (tab !== undefined) onChange(tab.id)
      }}
    >
      <TabList ref={row} className={styles.list ?? ''} aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={styles.tab ?? ''}>
            {tab.name}
            {tab.count === undefined ? null : <span className={styles.count}>{tab.count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel ?? ''}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}) as <Id extends string>(props: TabsProps<Id>) => ReactNode

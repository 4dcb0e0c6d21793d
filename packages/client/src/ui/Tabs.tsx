import { memo, type ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import styles from './Tabs.module.css'
import { useSelectedInView } from './use-selected-in-view.ts'
import view from './ViewTabs.module.css'

export type TabOption = {
  readonly id: string
  readonly name: string
  readonly count?: ReactNode
  readonly content: ReactNode
}

export type TabsProps = {
  readonly label: string
  readonly tabs: readonly TabOption[]
  readonly value: string
  readonly onChange: (id: string) => void
  /** `page`: below the heading of a page, with the same edges as its content. `column`: over a narrow column. */
  readonly place: 'page' | 'column'
}

/** Several views of one thing in one place. Only the open one is rendered. */
export const Tabs = memo(function Tabs({ label, tabs, value, onChange, place }: TabsProps) {
  const look = place === 'page' ? view : styles
  const row = useSelectedInView()
  return (
    <AriaTabs
      className={styles.tabs ?? ''}
      selectedKey={value}
      onSelectionChange={(key) => onChange(String(key))}
    >
      <TabList ref={row} className={look.list ?? ''} aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={look.tab ?? ''}>
            {tab.name}
            {tab.count === undefined ? null : <span className={look.count}>{tab.count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel
          key={tab.id}
          id={tab.id}
          className={(place === 'page' ? styles.pagePanel : styles.panel) ?? ''}
        >
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
})

import { memo, type ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import styles from './Tabs.module.css'

export type TabOption = {
  readonly id: string
  readonly name: string
  readonly count?: string
  readonly content: ReactNode
}

export type TabsProps = {
  readonly label: string
  readonly tabs: readonly TabOption[]
  readonly value: string
  readonly onChange: (id: string) => void
}

/** Several views of one thing in one place. Only the open one is rendered. */
export const Tabs = memo(function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <AriaTabs
      className={styles.tabs ?? ''}
      selectedKey={value}
      onSelectionChange={(key) => onChange(String(key))}
    >
      <TabList className={styles.list ?? ''} aria-label={label}>
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
})

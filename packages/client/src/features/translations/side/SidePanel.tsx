import type { EditorRowReply, ProjectReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Tabs } from '../../../ui/Tabs.tsx'
import { ContextTab } from './ContextTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import styles from './SidePanel.module.css'

export type Panel = 'history' | 'context'

export type SidePanelProps = {
  readonly row: EditorRowReply
  readonly project: Pick<ProjectReply, 'slug' | 'sourceLanguage'>
  readonly panel: Panel
  readonly onPanel: (panel: Panel) => void
  readonly onOpen: (keyId: number) => void
  readonly onRestore: (forms: Forms) => void
}

/** What one may want to look up while translating. */
export const SidePanel = memo(function SidePanel({
  row,
  project,
  panel,
  onPanel,
  onOpen,
  onRestore,
}: SidePanelProps) {
  const { t } = useTranslation('translations')
  const address = { project: project.slug, language: row.target.language, keyId: row.key.id }
  return (
    <aside className={styles.side} aria-label={t('side.label')}>
      <Tabs
        label={t('side.label')}
        value={panel}
        onChange={(id) => onPanel(id === 'context' ? 'context' : 'history')}
        tabs={[
          {
            id: 'context',
            name: t('side.context'),
            content: <ContextTab row={row} project={project} onOpen={onOpen} />,
          },
          {
            id: 'history',
            name: t('side.history'),
            content: <HistoryTab address={address} onRestore={onRestore} />,
          },
        ]}
      />
    </aside>
  )
})

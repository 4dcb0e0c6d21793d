import type { EditorRowReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { createContext, memo, use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../../lib/access/access.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { ContextTab, type ContextTabProps } from './ContextTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import styles from './SidePanel.module.css'

export type Panel = 'history' | 'context'

export type SidePanelProps = {
  readonly row: EditorRowReply
  readonly project: string
  readonly sourceLanguage: string
  readonly panel: Panel
  readonly onPanel: (panel: Panel) => void
  readonly onOpen: (keyId: number) => void
  readonly onRestore: (forms: Forms) => void
}

/** What one may want to look up while translating. */
export const SidePanel = memo(function SidePanel({
  row,
  project,
  sourceLanguage,
  panel,
  onPanel,
  onOpen,
  onRestore,
}: SidePanelProps) {
  const { t } = useTranslation('translations')
  // The tabs stay the same while one goes from string to string; only what is in the open one is drawn anew.
  const tabs = useMemo(
    () => [
      {
        id: 'context',
        name: t('side.context'),
        content: <ContextOfString project={project} sourceLanguage={sourceLanguage} onOpen={onOpen} />,
      },
      {
        id: 'history',
        name: t('side.history'),
        content: <HistoryOfString project={project} onRestore={onRestore} />,
      },
    ],
    [t, project, sourceLanguage, onOpen, onRestore],
  )
  const choose = useLatestCallback((id: string) => onPanel(id === 'context' ? 'context' : 'history'))
  return (
    <aside className={styles.side} aria-label={t('side.label')}>
      <ShownRow value={row}>
        <Tabs label={t('side.label')} value={panel} onChange={choose} tabs={tabs} />
      </ShownRow>
    </aside>
  )
})

const ShownRow = createContext<EditorRowReply | null>(null)

function ContextOfString(props: Omit<ContextTabProps, 'row'>) {
  const row = use(ShownRow)
  return row === null ? null : <ContextTab {...props} row={row} />
}

function HistoryOfString({ project, onRestore }: Pick<SidePanelProps, 'project' | 'onRestore'>) {
  const row = use(ShownRow)
  const access = useAccess()
  if (row === null) return null
  const address = { project, language: row.target.language, keyId: row.key.id }
  const onText = { language: address.language, namespace: row.key.namespace }
  const refusal = access.onText('translations.save', onText)
  return <HistoryTab address={address} refusal={refusal} onRestore={onRestore} />
}

import type { EditorRowReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { createContext, memo, type ReactNode, use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../../lib/access/access.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import { type TabOption, Tabs } from '../../../ui/Tabs.tsx'
import { ContextTab, type ContextTabProps } from './ContextTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import styles from './SidePanel.module.css'
import { SuggestionsTab, type SuggestionsTabProps } from './SuggestionsTab.tsx'

export const PANELS = ['context', 'suggestions', 'comments', 'history'] as const
export type Panel = (typeof PANELS)[number]

/** The comments of a string, rendered by the screen because they are a separate feature. */
export type CommentsOfEditor = {
  /** Number of comments on the open string; absent: unknown. */
  readonly count?: string
  readonly draw: (row: EditorRowReply) => ReactNode
}

export type SidePanelProps = {
  readonly row: EditorRowReply
  readonly project: string
  readonly sourceLanguage: string
  readonly reviewOwn: boolean
  readonly panel: Panel
  readonly onPanel: (panel: Panel) => void
  readonly onOpen: (keyId: number) => void
  readonly onRestore: (forms: Forms) => void
  readonly comments: CommentsOfEditor
}

/** Reference information for translating. */
export const SidePanel = memo(function SidePanel({
  row,
  project,
  sourceLanguage,
  reviewOwn,
  panel,
  onPanel,
  onOpen,
  onRestore,
  comments,
}: SidePanelProps) {
  const { t } = useTranslation('translations')
  // Contributions of members are hidden from people with whom a project is merely shared.
  const isMember = useAccess().onProject('history.read') === null
  // The tabs stay the same when moving between strings; only the contents of the open one are re-rendered.
  const tabs = useMemo(
    (): TabOption<Panel>[] => [
      {
        id: 'context',
        name: t('side.context'),
        content: <ContextOfString project={project} sourceLanguage={sourceLanguage} onOpen={onOpen} />,
      },
      {
        id: 'suggestions',
        name: t('side.suggestions'),
        content: <SuggestionsOfString project={project} reviewOwn={reviewOwn} />,
      },
      ...(isMember
        ? [
            {
              id: 'comments' as const,
              name: t('side.comments'),
              ...(comments.count === undefined ? {} : { count: comments.count }),
              content: <CommentsOfString draw={comments.draw} />,
            },
            {
              id: 'history' as const,
              name: t('side.history'),
              content: <HistoryOfString project={project} onRestore={onRestore} />,
            },
          ]
        : []),
    ],
    [t, isMember, project, sourceLanguage, reviewOwn, onOpen, onRestore, comments],
  )
  const choose = useLatestCallback(onPanel)
  return (
    <aside className={styles.side} aria-label={t('side.label')}>
      <ShownRow value={row}>
        <Tabs
          place="column"
          label={t('side.label')}
          value={tabs.some(({ id }) => id === panel) ? panel : 'context'}
          onChange={choose}
          tabs={tabs}
        />
      </ShownRow>
    </aside>
  )
})

const ShownRow = createContext<EditorRowReply | null>(null)

function ContextOfString(props: Omit<ContextTabProps, 'row'>) {
  const row = use(ShownRow)
  return row === null ? null : <ContextTab {...props} row={row} />
}

function CommentsOfString({ draw }: Pick<CommentsOfEditor, 'draw'>) {
  const row = use(ShownRow)
  return row === null ? null : draw(row)
}

function SuggestionsOfString(props: Omit<SuggestionsTabProps, 'row'>) {
  const row = use(ShownRow)
  return row === null ? null : <SuggestionsTab {...props} row={row} />
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

import type { SourceReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { FolderSync, RefreshCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { useRefresh } from '../../lib/server/use-refresh.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './Files.module.css'
import { sourceMutations } from './queries.ts'

/** The folders connected to a project; each can be synced or disconnected. */
export function SourceList({
  project,
  sources,
}: {
  readonly project: string
  readonly sources: readonly SourceReply[]
}) {
  return (
    <ul className={styles.sources}>
      {sources.map((source) => (
        <SourceLine key={source.id} project={project} source={source} />
      ))}
    </ul>
  )
}

function SourceLine({ project, source }: { readonly project: string; readonly source: SourceReply }) {
  const { t } = useTranslation(['files', 'common'])
  const access = useAccess()
  const onError = useFailureToast()
  const [isAsking, setIsAsking] = useState(false)
  const refresh = useRefresh(projectKey(project))
  const sync = useMutation({
    mutationFn: () => sourceMutations.sync(project, source.id),
    onSuccess: async ({ changed }) => {
      showToast(t('synced', { count: changed }))
      await refresh()
    },
    onError,
  })
  const disconnect = useMutation({
    mutationFn: () => sourceMutations.disconnect(project, source.id),
    onSuccess: async () => {
      setIsAsking(false)
      showToast(t('disconnected'))
      await refresh()
    },
    onError,
  })
  return (
    <li className={styles.source}>
      <FolderSync aria-hidden="true" />
      <code>{source.folder}</code>
      <span className="muted">
        {[
          <code key="pattern">{source.pattern}</code>,
          t(source.watching ? 'watching' : 'notWatching'),
          source.writable ? null : t('readOnly'),
        ]
          .filter((part) => part !== null)
          .map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have fixed positions
            <span key={index}>
              {index === 0 ? null : ' · '}
              {part}
            </span>
          ))}
      </span>
      <span className={styles.filler}>
        <Button
          size="small"
          refusal={access.onProject('files.sync')}
          isPending={sync.isPending}
          onPress={() => sync.mutate()}
        >
          <RefreshCw aria-hidden="true" />
          {t('syncNow')}
        </Button>
        <IconButton
          label={t('disconnect')}
          size="small"
          refusal={access.onProject('sources.manage')}
          onPress={() => setIsAsking(true)}
        >
          <Unplug aria-hidden="true" />
        </IconButton>
      </span>
      {isAsking ? (
        <ConfirmDialog
          title={t('disconnectTitle')}
          onClose={() => setIsAsking(false)}
          act={t('disconnect')}
          request={{ isPending: disconnect.isPending }}
          onAct={() => disconnect.mutate()}
          about={t('disconnectAbout')}
        />
      ) : null}
    </li>
  )
}

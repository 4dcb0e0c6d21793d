import type { GitStateReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../../lib/access/access.ts'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Note } from '../../../ui/Note.tsx'
import { gitQueries } from '../queries.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { ProblemNote } from './ProblemNote.tsx'
import { PullRequest } from './PullRequest.tsx'
import type { ProblemAction } from './problem-actions.ts'
import { RepositoryStrip } from './RepositoryStrip.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { SignOffNote } from './SignOffNote.tsx'
import styles from './Sync.module.css'
import { SyncHistory } from './SyncHistory.tsx'
import { useSourceActions } from './use-source-actions.ts'
import { WaitingFiles } from './WaitingFiles.tsx'

export type RepositoryViewProps = {
  readonly project: string
  readonly source: number
  /** Conflicts and files. */
  readonly children: ReactNode
  /** Content between the waiting changes and the files. */
  readonly between?: (state: GitStateReply) => ReactNode
}

/** A connected branch: what was pulled, what is waiting, what was pushed, and any problems. */
export function RepositoryView({ project, source, children, between }: RepositoryViewProps) {
  const access = useAccess()
  const query = useQuery(gitQueries.state(project, source))
  const { sync, send, pause } = useSourceActions(project, source)
  const [dialog, setDialog] = useState<'settings' | 'sign-in' | 'move' | null>(null)
  const state = query.data
  if (state === undefined) return <Loading error={query.error} onRetry={query.refetch} rows={5} />
  const manage = access.onProject('sources.manage')
  const settings = () => setDialog('settings')
  const close = () => setDialog(null)
  const act = (action: ProblemAction) => {
    if (action === 'send') send.mutate()
    else if (action === 'sync') sync.mutate()
    else setDialog(action)
  }
  return (
    <>
      {state.problem === null ? null : (
        <ProblemNote
          problem={state.problem}
          isTrying={sync.isPending || send.isPending}
          refusals={{ manage, sync: access.onProject('files.sync') }}
          onAction={act}
        />
      )}
      {state.isPaused ? (
        <PausedNote refusal={manage} isPending={pause.isPending} onResume={() => pause.mutate(false)} />
      ) : null}
      {state.settings.signOff && state.mode !== 'read-only' ? <SignOffNote /> : null}
      <RepositoryStrip
        project={project}
        state={state}
        refusal={manage}
        onSettings={settings}
        onReplaceKey={() => setDialog('sign-in')}
      />
      <WaitingFiles
        project={project}
        state={state}
        send={
          state.mode === 'read-only' ? null : (
            <SendButton
              refusal={access.onProject('files.sync')}
              isPending={send.isPending}
              onSend={() => send.mutate()}
            />
          )
        }
      />
      {between?.(state)}
      <div className={styles.columns}>
        <div>{children}</div>
        <SideColumn project={project} source={source} state={state} />
      </div>
      {dialog === 'settings' || dialog === 'sign-in' ? (
        <SettingsDialog
          project={project}
          state={state}
          isSigningInAtFirst={dialog === 'sign-in'}
          onMove={() => setDialog('move')}
          onClose={close}
        />
      ) : null}
      {dialog === 'move' ? <MoveDialog project={project} state={state} onClose={close} /> : null}
    </>
  )
}

/** The pull request and the history. */
function SideColumn({
  project,
  source,
  state,
}: {
  readonly project: string
  readonly source: number
  readonly state: GitStateReply
}) {
  const { t } = useTranslation('git')
  return (
    <aside aria-label={t('aside')}>
      {state.pullRequest === null ? null : (
        <PullRequest
          project={project}
          source={source}
          pullRequest={state.pullRequest}
          waitingFiles={state.waitingFiles}
        />
      )}
      <SyncHistory project={project} source={source} newest={state.history} />
    </aside>
  )
}

function PausedNote({
  refusal,
  isPending,
  onResume,
}: {
  readonly refusal: string | null
  readonly isPending: boolean
  readonly onResume: () => void
}) {
  const { t } = useTranslation('git')
  return (
    <div className={styles.problem}>
      <Note
        tone="plain"
        action={
          <Button size="small" refusal={refusal} isPending={isPending} onPress={onResume}>
            {t('resume')}
          </Button>
        }
      >
        {t('pausedNote')}
      </Note>
    </div>
  )
}

function SendButton({
  refusal,
  isPending,
  onSend,
}: {
  readonly refusal: string | null
  readonly isPending: boolean
  readonly onSend: () => void
}) {
  const { t } = useTranslation('git')
  return (
    <Button size="small" refusal={refusal} isPending={isPending} onPress={onSend}>
      <Send aria-hidden="true" />
      {t('sendNow')}
    </Button>
  )
}

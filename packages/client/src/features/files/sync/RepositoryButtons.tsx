import { useQuery } from '@tanstack/react-query'
import { Pause, Play, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../../lib/access/access.ts'
import { Button } from '../../../ui/Button.tsx'
import { gitQueries } from '../queries.ts'
import { useSourceActions } from './use-source-actions.ts'

/** Actions at the top of the screen while a repository is shown. */
export function RepositoryButtons({
  project,
  source,
}: {
  readonly project: string
  readonly source: number
}) {
  const { t } = useTranslation(['git', 'files'])
  const access = useAccess()
  const { data: state } = useQuery(gitQueries.state(project, source))
  const { sync, pause } = useSourceActions(project, source)
  if (state === undefined) return null
  return (
    <>
      <Button
        refusal={access.onProject('sources.manage')}
        isPending={pause.isPending}
        onPress={() => pause.mutate(!state.isPaused)}
      >
        {state.isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        {t(state.isPaused ? 'resume' : 'pause')}
      </Button>
      <Button
        look="primary"
        refusal={access.onProject('files.sync')}
        isPending={sync.isPending}
        onPress={() => sync.mutate()}
      >
        <RefreshCw aria-hidden="true" />
        {t('files:syncNow')}
      </Button>
    </>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PersonMenus } from '../app/shell/PersonMenus.tsx'
import { ConnectForm } from '../features/editing/ConnectForm.tsx'
import { sessionQueries } from '../features/session/queries.ts'
import { SessionFrame } from '../features/session/SessionFrame.tsx'

/** Opened in a separate window by an app that wants to edit its texts. */
export function ConnectRoute() {
  const { t } = useTranslation('editing')
  const { project = '', origin = '', state = '' } = useSearch({ from: '/connect' })
  const { data: session } = useSuspenseQuery(sessionQueries.get())
  return (
    <SessionFrame title={t('title')} menu={<PersonMenus />}>
      <ConnectForm project={project} origin={origin} state={state} name={session.actor?.name ?? ''} />
    </SessionFrame>
  )
}

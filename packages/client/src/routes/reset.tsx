import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PersonMenus } from '../app/shell/PersonMenus.tsx'
import { ResetForm } from '../features/session/ResetForm.tsx'
import { SessionFrame } from '../features/session/SessionFrame.tsx'
import { showToast } from '../lib/notices/toast.ts'
import { queryClient } from '../lib/server/query-client.ts'

/** Sets a new password by a link. */
export function ResetRoute() {
  const { t } = useTranslation('session')
  const { code } = useParams({ from: '/reset/$code' })
  const navigate = useNavigate()
  const done = async () => {
    // Previous sessions have ended.
    queryClient.clear()
    showToast(t('resetDone'))
    await navigate({ to: '/sign-in', search: {}, replace: true })
  }
  return (
    <SessionFrame title={t('resetTitle')} menu={<PersonMenus />}>
      <ResetForm code={code} onDone={() => void done()} />
    </SessionFrame>
  )
}

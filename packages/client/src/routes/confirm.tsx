import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PersonMenus } from '../app/shell/PersonMenus.tsx'
import { ConfirmAddress } from '../features/session/ConfirmAddress.tsx'
import { SessionFrame } from '../features/session/SessionFrame.tsx'

/** Confirms an address by the link that was sent to it. */
export function ConfirmRoute() {
  const { t } = useTranslation('session')
  const { code } = useParams({ from: '/confirm/$code' })
  const navigate = useNavigate()
  return (
    <SessionFrame title={t('confirmTitle')} about={t('confirmAbout')} menu={<PersonMenus />}>
      <ConfirmAddress code={code} onDone={() => void navigate({ to: '/account', reloadDocument: true })} />
    </SessionFrame>
  )
}

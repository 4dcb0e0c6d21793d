import { Check, CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLiveStatus } from '../../lib/live.ts'
import styles from './Shell.module.css'

/** Outside the editor nothing waits to be saved: what is shown is saved, as long as the server is there. */
export function ConnectionState() {
  const { t } = useTranslation()
  const status = useLiveStatus()
  if (status === 'connecting') return null
  return (
    <span className={styles.connection} data-status={status} role="status" title={t(`connection.${status}`)}>
      {status === 'live' ? <Check aria-hidden="true" /> : <CloudOff aria-hidden="true" />}
      <span>{t(`connection.${status}`)}</span>
    </span>
  )
}

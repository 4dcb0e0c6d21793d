import { useTranslation } from 'react-i18next'
import { withPeriod } from '../lib/text/with-period.ts'

/**
 * Returns a function that adds to a notice how many invitations stopped working with a change of rights, because the
 * people who made them cannot invite any more.
 */
export function useEndedInvitations(): (said: string, count: number) => string {
  const { t } = useTranslation()
  return (said, count) => (count === 0 ? said : `${withPeriod(said)} ${t('endedInvitations', { count })}`)
}

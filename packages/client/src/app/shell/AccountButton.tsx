import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sessionQueries } from '../../features/session/queries.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'

/** Opens the menu of the person; looks the same before the menu's code is there. */
export function AccountButton() {
  const { t } = useTranslation()
  const { data: session } = useQuery(sessionQueries.get())
  const name = session?.actor?.name ?? ''
  return (
    <Button look="quiet" aria-label={name === '' ? t('account.label') : `${t('account.label')}: ${name}`}>
      <Avatar name={name} />
    </Button>
  )
}

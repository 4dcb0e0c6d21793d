import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { pictureAddress } from '../../components/picture-address.ts'
import { sessionQueries } from '../../features/session/queries.ts'
import { Button } from '../../ui/Button.tsx'

/** Opens the menu of the person; looks the same before the menu's code is loaded. */
export function AccountButton() {
  const { t } = useTranslation()
  const { data: session } = useQuery(sessionQueries.get())
  const name = session?.actor?.name ?? ''
  const id = session?.actor?.id ?? null
  return (
    <Button look="quiet" aria-label={name === '' ? t('account.label') : `${t('account.label')}: ${name}`}>
      <Avatar id={id} name={name} picture={pictureAddress(id, session?.actor?.picture ?? null)} />
    </Button>
  )
}

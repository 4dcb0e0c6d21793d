import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { sessionQueries } from '../../features/session/queries.ts'
import { useFormats } from '../../i18n/formats.ts'
import { editionOf } from '../../lib/edition.ts'
import { inboxCountsQuery } from '../../lib/server/queries.ts'
import styles from './InboxLink.module.css'

/**
 * Links to the inbox, with the number of open items. Hidden for people who work alone on a
 * folder, where no one else could need them.
 */
export function InboxLink({
  className = '',
  nameClassName = '',
}: {
  readonly className?: string | undefined
  readonly nameClassName?: string | undefined
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { data: session } = useQuery(sessionQueries.get())
  const hasInbox = session?.actor != null && editionOf(session).hasAccounts
  const { data } = useQuery({ ...inboxCountsQuery(), enabled: hasInbox })
  if (!hasInbox) return null
  const count = data?.open.all ?? 0
  return (
    <Link to="/inbox" className={`${className} ${styles.link}`} activeOptions={{ includeSearch: false }}>
      <Inbox aria-hidden="true" />
      {count === 0 ? null : (
        <span className={styles.count}>
          <span aria-hidden="true">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : formats.number(count)}</span>
        </span>
      )}
      <span className={nameClassName}>
        {t('screens.inbox')}
        {count === 0 ? null : <span className="visually-hidden"> {t('screens.inboxCount', { count })}</span>}
      </span>
    </Link>
  )
}

const MOST_SHOWN = 99

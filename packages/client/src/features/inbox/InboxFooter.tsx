import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FooterDot, FooterKeys, ScreenFooter } from '../../ui/ScreenFooter.tsx'
import { inboxQueries } from './queries.ts'

/** The keyboard shortcuts of the list, and when emails are sent. */
export function InboxFooter() {
  const { t } = useTranslation(['inbox', 'common'])
  const { data } = useQuery(inboxQueries.settings())
  const general = data?.settings.find(({ project }) => project === null)
  const isMailed = data?.hasEmail === true && data.hasAddress
  return (
    <ScreenFooter
      end={
        <>
          {isMailed && general?.mail != null ? (
            <>
              <span>{t('mail', { time: t(`settings.time.${general.mail}`) })}</span>
              <FooterDot />
            </>
          ) : null}
          <FooterKeys keys={[['?', t('shortcuts')]]} />
        </>
      }
    >
      <FooterKeys
        keys={[
          ['j', t('next')],
          ['k', t('previous')],
          ['Enter', t('openShort')],
          ['d', t('done')],
          ['h', t('later')],
          ['u', t('common:undo')],
        ]}
      />
    </ScreenFooter>
  )
}

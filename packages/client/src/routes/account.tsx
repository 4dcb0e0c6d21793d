import { useSuspenseQuery } from '@tanstack/react-query'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteAccountSection } from '../features/account/DeleteAccountSection.tsx'
import { LinkedSection } from '../features/account/LinkedSection.tsx'
import { PasskeySection } from '../features/account/PasskeySection.tsx'
import { PasswordSection } from '../features/account/PasswordSection.tsx'
import { ProfileSection } from '../features/account/ProfileSection.tsx'
import { accountQueries } from '../features/account/queries.ts'
import { SecondFactorSection } from '../features/account/SecondFactorSection.tsx'
import { SessionSection } from '../features/account/SessionSection.tsx'
import { NotificationSettings } from '../features/inbox/NotificationSettings.tsx'
import { TokenList } from '../features/members/TokenList.tsx'
import { sessionQueries } from '../features/session/queries.ts'
import { useLeave } from '../features/session/use-leave.ts'
import { editionOf } from '../lib/edition.ts'
import { Button } from '../ui/Button.tsx'
import { SectionPage } from '../ui/SectionPage.tsx'
import { InsideLastProject } from './inside-last-project.tsx'

/** The person's account. If a folder is served there are no credentials, so their settings are hidden. */
export function AccountRoute() {
  const { t } = useTranslation(['account', 'members', 'inbox', 'common'])
  const { data: session } = useSuspenseQuery(sessionQueries.get())
  const { data: account } = useSuspenseQuery(accountQueries.get())
  const around = useLoaderData({ from: '/account' })
  const leave = useLeave()
  const [isMaking, setIsMaking] = useState(false)
  const { hasAccounts } = editionOf(session)
  return (
    <InsideLastProject around={around} title={t('title')}>
      <SectionPage title={t('title')} about={t('common:howSaved')}>
        <ProfileSection account={account} session={session} />
        {hasAccounts ? (
          <>
            <PasswordSection account={account} />
            <SecondFactorSection account={account} />
            <PasskeySection account={account} isPossible={session.passkeys} />
            <LinkedSection />
            <SessionSection onSignedOut={(next) => void leave(next)} />
            <section>
              <h2>{t('inbox:settings.title')}</h2>
              <NotificationSettings />
            </section>
            <section>
              <h2>{t('members:tokens')}</h2>
              <div>
                <Button onPress={() => setIsMaking(true)}>{t('members:token.create')}</Button>
              </div>
              <TokenList
                project={null}
                languages={[]}
                refusal={null}
                isMaking={isMaking}
                onMaking={setIsMaking}
              />
            </section>
            <DeleteAccountSection account={account} onDeleted={(next) => void leave(next)} />
          </>
        ) : null}
      </SectionPage>
    </InsideLastProject>
  )
}

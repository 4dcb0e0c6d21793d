import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonMenus } from '../app/shell/PersonMenus.tsx'
import { nextPath } from '../features/session/next-path.ts'
import { ProviderAnswer } from '../features/session/ProviderAnswer.tsx'
import { sessionQueries } from '../features/session/queries.ts'
import { SessionFrame } from '../features/session/SessionFrame.tsx'
import { queryClient } from '../lib/server/query-client.ts'
import { rememberedNext } from '../lib/sign-in/provider-return.ts'

/** The redirect target of the identity provider. */
export function SignInOidcRoute() {
  const { t } = useTranslation('session')
  const router = useRouter()
  const [query] = useState(() => location.search)
  const done = async () => {
    const next = nextPath(rememberedNext(), location.origin)
    queryClient.clear()
    await queryClient.fetchQuery(sessionQueries.get())
    router.history.replace(next)
  }
  return (
    <SessionFrame title={t('signInTitle')} menu={<PersonMenus />}>
      <ProviderAnswer query={query} onDone={() => void done()} />
    </SessionFrame>
  )
}

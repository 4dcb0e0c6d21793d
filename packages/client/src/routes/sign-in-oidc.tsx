import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonMenus } from '../app/shell/PersonMenus.tsx'
import { invitationAt, nextPath } from '../features/session/next-path.ts'
import { ProviderAnswer } from '../features/session/ProviderAnswer.tsx'
import { sessionQueries } from '../features/session/queries.ts'
import { SessionFrame } from '../features/session/SessionFrame.tsx'
import { queryClient } from '../lib/server/query-client.ts'
import { forgetNext, rememberedNext } from '../lib/sign-in/provider-return.ts'

/** The redirect target of the identity provider. */
export function SignInOidcRoute() {
  const { t } = useTranslation('session')
  const router = useRouter()
  const [query] = useState(() => location.search)
  const [next] = useState(() => nextPath(rememberedNext(), location.origin))
  const done = async (joined: { readonly project: string | null } | null) => {
    forgetNext()
    queryClient.clear()
    await queryClient.fetchQuery(sessionQueries.get())
    // The invitation is used up: its page has nothing to offer any more.
    const joinedAt = (project: string | null) => (project === null ? '/projects' : `/p/${project}/overview`)
    router.history.replace(joined === null ? next : joinedAt(joined.project))
  }
  return (
    <SessionFrame title={t('signInTitle')} menu={<PersonMenus />}>
      <ProviderAnswer
        query={query}
        invitation={invitationAt(next)}
        onDone={({ joined }) => void done(joined)}
      />
    </SessionFrame>
  )
}

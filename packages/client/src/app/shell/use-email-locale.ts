import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionMutations, sessionQueries } from '../../features/session/queries.ts'
import { formatLocale } from '../../i18n/formats.ts'
import { editionOf } from '../../lib/edition.ts'

/**
 * Saves the person's time zone, in which their emails are sent, and the language of their interface, if the
 * server sends emails and has stored another time zone or none. A failure is not reported: the next page tries again.
 */
export function useEmailLocale(): void {
  const client = useQueryClient()
  const { data: session } = useQuery(sessionQueries.get())
  const { mutate } = useMutation({
    mutationFn: sessionMutations.saveLocale,
    onSuccess: (_, { timeZone }) =>
      client.setQueryData(sessionQueries.get().queryKey, (known) =>
        known?.actor ? { ...known, actor: { ...known.actor, timeZone } } : known,
      ),
  })
  const known = session?.sendsEmail && editionOf(session).hasAccounts ? session.actor?.timeZone : undefined
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    if (known !== undefined && timeZone !== undefined && timeZone !== known)
      mutate({ timeZone, language: formatLocale() })
  }, [known, mutate])
}

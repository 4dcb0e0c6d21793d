import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountMutations, accountQueries } from '../../features/account/queries.ts'
import { sessionQueries } from '../../features/session/queries.ts'
import { i18n } from '../../i18n/i18n.ts'
import { editionOf } from '../../lib/edition.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'

/**
 * Returns the function that switches the interface language. i18next stores it in the browser; for people
 * with an account it also becomes the language of their emails.
 */
export function useChooseLanguage(): (language: string) => Promise<void> {
  const client = useQueryClient()
  const showFailure = useFailureToast()
  const { data: session } = useQuery(sessionQueries.get())
  const hasAccount = session?.actor != null && editionOf(session).hasAccounts
  return async (language) => {
    await i18n.changeLanguage(language)
    if (!hasAccount) return
    try {
      client.setQueryData(accountQueries.get().queryKey, await accountMutations.update({ language }))
      await client.invalidateQueries(sessionQueries.get())
    } catch (error) {
      showFailure(error)
    }
  }
}

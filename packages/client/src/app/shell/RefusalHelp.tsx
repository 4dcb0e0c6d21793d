import { ACCESS_REFUSALS } from '@dragoman/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { fetchLatest } from '../../lib/server/fetch-latest.ts'
import { managersQuery } from '../../lib/server/queries.ts'
import { RefusalHelpContext } from '../../ui/refusal-help.ts'

/** Explains greyed-out buttons of a project when they are pressed: why, and who can change that. */
export function RefusalHelp({
  project,
  children,
}: {
  readonly project: string
  readonly children: ReactNode
}) {
  const { t } = useTranslation(['common', 'failures'])
  const client = useQueryClient()
  const formats = useFormats()
  const maySeeManagers = useAccess().onProject('members.read') === null
  const explain = useCallback(
    async (refusal: string) => {
      const isAboutRights = ACCESS_REFUSALS.some((code) => refusal === t(`failures:reason.${code}`))
      const asked = isAboutRights && maySeeManagers ? fetchLatest(client, managersQuery(project)) : []
      // Without the names, the reason alone is still true.
      const names = await Promise.resolve(asked).catch(() => [])
      const ask = names.length === 0 ? '' : ` ${t('askToChange', { names: formats.list(names) })}`
      showToast(`${refusal}${ask}`)
    },
    [t, client, formats, maySeeManagers, project],
  )
  return <RefusalHelpContext value={(refusal) => void explain(refusal)}>{children}</RefusalHelpContext>
}

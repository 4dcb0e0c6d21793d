import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { useAccess } from '../lib/access/access.ts'
import { managersQuery } from '../lib/server/queries.ts'

/** Names the people who can change what the viewer can't; nothing while they are unknown. */
export function AskToChange({ project }: { readonly project: string }) {
  const { t } = useTranslation()
  const names = useManagerNames(project)
  return names === null ? null : t('common:askToChange', { names })
}

/** Returns the names of some people who can change rights and settings, as a list in one text. */
export function useManagerNames(project: string, isWanted = true): string | null {
  const formats = useFormats()
  const maySeeThem = useAccess().onProject('members.read') === null
  const { data = [] } = useQuery({ ...managersQuery(project), enabled: isWanted && maySeeThem })
  return data.length === 0 ? null : formats.list(data)
}

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { People } from '../../components/People.tsx'
import { sessionQueries } from '../../features/session/queries.ts'
import { useFormats } from '../../i18n/formats.ts'
import { usePresence } from '../../lib/server/presence.ts'

/** Who else has the project open now. */
export function PresentPeople({ project }: { readonly project: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const session = useQuery(sessionQueries.get()).data
  const people = usePresence(project, session?.actor?.id ?? null)
  if (people.length === 0) return null
  const names = formats.list(people.map(({ name }) => name))
  return <People people={people} label={t('presence.here', { names, count: people.length })} />
}

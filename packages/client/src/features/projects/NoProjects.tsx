import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** What someone without projects can do: members wait until they are added to one. */
export function NoProjects({ action }: { readonly action: ReactNode }) {
  const { t } = useTranslation('projects')
  const mayCreate = useAccess().onInstance('projects.create') === null
  return (
    <EmptyState title={t('none')} action={action}>
      <p>{t(mayCreate ? 'noneAbout' : 'noneAboutMember')}</p>
      {mayCreate ? <CopyLine text="dragoman ./locales" /> : null}
    </EmptyState>
  )
}

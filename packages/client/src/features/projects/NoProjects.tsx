import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function NoProjects({ action }: { readonly action: ReactNode }) {
  const { t } = useTranslation('projects')
  return (
    <EmptyState title={t('none')} action={action}>
      <p>{t('noneAbout')}</p>
      <CopyLine text="dragoman ./locales" />
    </EmptyState>
  )
}

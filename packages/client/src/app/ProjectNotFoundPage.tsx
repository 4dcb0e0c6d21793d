import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../components/lazy-part.tsx'
import { useDocumentTitle } from '../lib/page/document-title.ts'
import { EmptyState } from '../ui/EmptyState.tsx'

const KeptTexts = lazyPart(async () => (await import('../components/KeptTexts.tsx')).KeptTexts)

/**
 * Shown for a project that does not exist, or that the person cannot see: the server does not say which.
 * People who were removed from it find their unsaved texts here.
 */
export function ProjectNotFoundPage({ project }: { readonly project: string }) {
  const { t } = useTranslation()
  useDocumentTitle(t('projectNotFound.title'))
  return (
    <main className="bare-page">
      <EmptyState
        level={1}
        title={t('projectNotFound.title')}
        action={<Link to="/projects">{t('screens.projects')}</Link>}
      >
        {t('projectNotFound.text')}
      </EmptyState>
      <KeptTexts project={project} />
    </main>
  )
}

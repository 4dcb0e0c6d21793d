import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../lib/page/document-title.ts'
import { EmptyState } from '../ui/EmptyState.tsx'

/** Shown for an unknown URL, with a link back. */
export function NotFoundPage() {
  const { t } = useTranslation()
  useDocumentTitle(t('notFound.title'))
  return (
    <main className="bare-page">
      <EmptyState level={1} title={t('notFound.title')} action={<Link to="/">{t('notFound.back')}</Link>}>
        {t('notFound.text')}
      </EmptyState>
    </main>
  )
}

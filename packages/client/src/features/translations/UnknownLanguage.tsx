import type { ProjectReply } from '@dragoman/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { KeptTexts } from '../../components/KeptTexts.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './UnknownLanguage.module.css'

/**
 * Shown if the URL has a language that the project does not have, with links to existing ones. What was typed before
 * the language was removed is listed.
 */
export function UnknownLanguage({
  project,
  language,
}: {
  readonly project: ProjectReply
  readonly language: string
}) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  return (
    <div className={styles.page}>
      <EmptyState
        level={1}
        title={t('language.unknown', { language: formats.languageName(language) })}
        action={
          <Link to="/p/$project/settings" params={{ project: project.slug }}>
            {t('language.add')}
          </Link>
        }
      >
        <ul className={styles.list} aria-label={t('language.label')}>
          {project.languages.map(({ tag }) => (
            <li key={tag}>
              <Link
                to="/p/$project/translate/$language"
                params={{ project: project.slug, language: tag }}
                search={{}}
              >
                <bdi>{formats.languageName(tag)}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </EmptyState>
      <KeptTexts project={project.slug} language={language} />
    </div>
  )
}

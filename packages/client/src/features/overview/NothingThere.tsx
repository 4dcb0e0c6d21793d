import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

export type NothingThereProps = {
  readonly project: string
  /** What is missing: strings, or languages to translate them into. */
  readonly missing: 'strings' | 'languages'
}

/** Shown instead of the progress of languages: what is missing, with a link for people who can add it. */
export function NothingThere({ project, missing }: NothingThereProps) {
  const { t } = useTranslation('overview')
  const access = useAccess()
  const params = { project }
  if (missing === 'strings') {
    const canImport = access.onAnything('files.import') === null
    return (
      <EmptyState
        title={t('noStrings')}
        action={
          canImport ? (
            <Link to="/p/$project/files" params={params}>
              {t('importFiles')}
            </Link>
          ) : null
        }
      >
        {t(canImport ? 'noStringsAbout' : 'emptyAbout')}
      </EmptyState>
    )
  }
  const canAdd = access.onProject('languages.manage') === null
  return (
    <EmptyState
      title={t('noLanguages')}
      action={
        canAdd ? (
          <Link to="/p/$project/settings" params={params}>
            {t('addLanguage')}
          </Link>
        ) : null
      }
    >
      {t(canAdd ? 'noLanguagesAbout' : 'oneLanguageAbout')}
    </EmptyState>
  )
}

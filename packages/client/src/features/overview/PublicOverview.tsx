import type { ProjectReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { ProjectAbout } from '../../components/ProjectAbout.tsx'
import { useStepWords } from '../../components/use-step-words.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { stepTarget } from '../../lib/access/step-target.ts'
import { useWork } from '../../lib/access/use-work.ts'
import { overviewQuery } from '../../lib/server/overview-query.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LanguageTable } from './LanguageTable.tsx'

/** What a public project shows to people without an account: its progress, and how to help. */
export function PublicOverview({
  project,
  children,
}: {
  readonly project: ProjectReply
  /** What the visitor has done here. */
  readonly children: ReactNode
}) {
  const { t } = useTranslation(['visitor', 'overview'])
  const formats = useFormats()
  const navigate = useNavigate()
  const { slug, name, sourceLanguage } = project
  const { data: overview, error, refetch } = useQuery(overviewQuery(slug))
  const maySuggest = useAccess().onSomeText('suggestions.add') === null
  const [next] = useWork(project, { overview }).steps
  const nameOf = useStepWords()
  if (error !== null && overview === undefined)
    return <ErrorState level={1} hasWork={false} error={error} onRetry={() => void refetch()} />
  const targets = overview?.languages.filter(({ tag }) => tag !== sourceLanguage) ?? []
  const source = t('overview:sourceIs', { language: formats.languageName(sourceLanguage) })
  const about =
    overview === undefined
      ? source
      : t('overview:about', {
          strings: t('overview:strings', { count: overview.keys }),
          languages: t('overview:languageCount', { count: project.languages.length }),
          source,
        })
  const isEmpty = overview !== undefined && (overview.keys === 0 || targets.length === 0)
  return (
    <Page
      title={name}
      sign={<Avatar id={slug} name={name} kind="project" size={32} />}
      about={about}
      windowTitle=""
      {...(isEmpty || overview === undefined || next === undefined
        ? {}
        : {
            actions: (
              <Button look="primary" onPress={() => void navigate(stepTarget(slug, next))}>
                {next.kind === 'open' ? t('readTranslations') : nameOf(next)}
              </Button>
            ),
          })}
    >
      <ProjectAbout {...project.settings} />
      <p style={{ marginBlockEnd: '1rem' }}>{t(maySuggest ? 'intro' : 'introRead', { project: name })}</p>
      {overview === undefined ? (
        <Skeleton rows={4} height={54} />
      ) : isEmpty ? (
        <EmptyState
          title={t(overview.keys === 0 ? 'overview:noStrings' : 'overview:noLanguages')}
          action={null}
        >
          {t('emptyAbout')}
        </EmptyState>
      ) : (
        <LanguageTable project={slug} languages={targets} />
      )}
      {children}
    </Page>
  )
}

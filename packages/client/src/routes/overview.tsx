import type { OverviewReply, ProjectReply, SessionReply } from '@dragoman/contract'
import type { WorkStep } from '@dragoman/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../components/Avatar.tsx'
import { DeliverySnippet } from '../components/DeliverySnippet.tsx'
import { ProjectAbout } from '../components/ProjectAbout.tsx'
import { useStepWords } from '../components/use-step-words.ts'
import { ActivityFeed } from '../features/activity/ActivityFeed.tsx'
import { FolderJobs } from '../features/files/FolderJobs.tsx'
import { ConflictNote } from '../features/overview/ConflictNote.tsx'
import { LanguageTable } from '../features/overview/LanguageTable.tsx'
import { NothingThere } from '../features/overview/NothingThere.tsx'
import styles from '../features/overview/Overview.module.css'
import { PublicOverview } from '../features/overview/PublicOverview.tsx'
import { SampleGuide } from '../features/overview/SampleGuide.tsx'
import { toDo } from '../features/overview/shares.ts'
import { ToDoCards } from '../features/overview/ToDoCards.tsx'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { MyTasks } from '../features/tasks/MyTasks.tsx'
import { taskQueries } from '../features/tasks/queries.ts'
import { OwnSuggestions } from '../features/visitor/OwnSuggestions.tsx'
import { useFormats } from '../i18n/formats.ts'
import { useAccess } from '../lib/access/access.ts'
import { deliveryAccess } from '../lib/access/delivery-access.ts'
import { stepTarget } from '../lib/access/step-target.ts'
import { useWork } from '../lib/access/use-work.ts'
import { editionOf } from '../lib/edition.ts'
import { isReadingFolder } from '../lib/server/jobs.ts'
import { overviewQuery } from '../lib/server/overview-query.ts'
import { jobQueries } from '../lib/server/queries.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Page } from '../ui/Page.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** For members, everything about their project; for others, what it shares. */
export function OverviewRoute() {
  const { project: slug } = useParams({ from: '/p/$project/overview' })
  const { data: project } = useSuspenseQuery(projectQueries.get(slug))
  const { data: session } = useSuspenseQuery(sessionQueries.get())
  if (session.actor !== null) return <MembersOverview />
  return (
    <PublicOverview project={project}>
      <OwnSuggestions project={slug} />
    </PublicOverview>
  )
}

/** The progress of each language, next steps, and recent activity. */
function MembersOverview() {
  const { t } = useTranslation(['overview', 'tasks', 'common'])
  const access = useAccess()
  const formats = useFormats()

  const { project: slug } = useParams({ from: '/p/$project/overview' })
  const { data: project } = useSuspenseQuery(projectQueries.get(slug))
  const { data: session } = useSuspenseQuery(sessionQueries.get())
  const { data: overview, error, refetch } = useQuery(overviewQuery(slug))
  // Tasks belong to the parent project.
  const hasTasks =
    editionOf(session).hasAccounts && project.branchOf === null && access.onProject('history.read') === null
  const tasks = useQuery({ ...taskQueries.mine(slug), enabled: hasTasks }).data?.tasks
  const work = useWork(project, { overview, tasks })

  if (error !== null && overview === undefined)
    return <ErrorState level={1} error={error} onRetry={() => void refetch()} />

  const source = t('sourceIs', { language: formats.languageName(project.sourceLanguage) })
  const about =
    overview === undefined
      ? source
      : t('about', {
          strings: t('strings', { count: overview.keys }),
          languages: t('languageCount', { count: project.languages.length }),
          source,
        })
  return (
    <Page
      title={project.name}
      sign={<Avatar id={slug} name={project.name} kind="project" size={32} />}
      windowTitle={t('common:screens.overview')}
      about={about}
      actions={
        // Not before the counts are known: the button must not change while one aims at it.
        <NextStep project={slug} next={overview === undefined ? undefined : work.steps[0]} />
      }
    >
      <ProjectAbout {...project.settings} />
      {overview === undefined ? (
        <Skeleton rows={6} height={54} />
      ) : (
        <>
          {project.isSample ? (
            <SampleGuide
              project={slug}
              step={work.steps.find((step) => step.kind === 'translate') ?? null}
              hasConflict={overview.openConflicts > 0 && access.onSomeText('conflicts.resolve') === null}
            />
          ) : null}
          <ConflictNote project={slug} count={overview.openConflicts} />
          <FolderJobs project={slug} />
          <ToDoCards project={slug} cards={toDo(work)} />
          {hasTasks ? (
            <MyTasks
              project={slug}
              more={
                <Link to="/p/$project/tasks" params={{ project: slug }} search={{}}>
                  {t('tasks:all')}
                </Link>
              }
            />
          ) : null}
          <div className={styles.two}>
            <Languages project={project} overview={overview} />
            <Aside project={project} session={session} />
          </div>
        </>
      )}
    </Page>
  )
}

/** Buttons to import files and for the next step, if it is known. */
function NextStep({ project, next }: { readonly project: string; readonly next: WorkStep | undefined }) {
  const { t } = useTranslation('overview')
  const access = useAccess()
  const navigate = useNavigate()
  const nameOf = useStepWords()
  return (
    <>
      {access.onAnything('files.import') !== null || next?.kind === 'import' ? null : (
        <Button onPress={() => void navigate({ to: '/p/$project/files', params: { project } })}>
          {t('importFiles')}
        </Button>
      )}
      {next === undefined ? null : (
        <Button look="primary" onPress={() => void navigate(stepTarget(project, next))}>
          {nameOf(next)}
        </Button>
      )}
    </>
  )
}

/** How far each language is translated, or what a project lacks before that. */
function Languages({
  project: { slug, sourceLanguage },
  overview: { keys, languages },
}: {
  readonly project: ProjectReply
  readonly overview: OverviewReply
}) {
  const jobs = useQuery(jobQueries.list(slug)).data ?? []
  const targets = languages.filter(({ tag }) => tag !== sourceLanguage)
  return (
    <div>
      {keys > 0 || isReadingFolder(jobs) ? null : <NothingThere project={slug} missing="strings" />}
      {keys === 0 ? null : targets.length === 0 ? (
        <NothingThere project={slug} missing="languages" />
      ) : (
        <LanguageTable project={slug} languages={targets} />
      )}
    </div>
  )
}

/** How apps load the texts, and what happened. */
function Aside({ project, session }: { readonly project: ProjectReply; readonly session: SessionReply }) {
  const { t } = useTranslation('overview')
  // People that the project is shared with do not see what others did.
  const isActivityShown = useAccess().onProject('history.read') === null
  const { slug } = project
  return (
    <aside className={styles.aside}>
      {/* Apps load the texts of a branch from its parent project. */}
      {project.branchOf !== null ? null : (
        <>
          <h2>{t('load')}</h2>
          <DeliverySnippet
            project={slug}
            access={deliveryAccess(project, session.delivery)}
            settings={
              <Link to="/p/$project/settings" params={{ project: slug }}>
                {t('loadSettings')}
              </Link>
            }
          />
        </>
      )}
      {isActivityShown ? (
        <>
          <h2>{t('activity')}</h2>
          <ActivityFeed project={slug} />
        </>
      ) : null}
    </aside>
  )
}

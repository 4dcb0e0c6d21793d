import type { ProjectReply } from '@dragoman/contract'
import { definedOf } from '@dragoman/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { KeySyntax } from '../components/KeySyntax.tsx'
import { NextWork } from '../components/NextWork.tsx'
import { Comments } from '../features/comments/Comments.tsx'
import { CommentsNumber, CommentsSign } from '../features/comments/CommentsSign.tsx'
import { projectQueries } from '../features/projects/queries.ts'
import { ReviewScreen, type ReviewScreenProps } from '../features/review/ReviewScreen.tsx'
import { filterOf, type ReviewSearch, searchOf } from '../features/review/review-search.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { AssignPlace } from '../features/tasks/AssignPlace.tsx'
import { useSearchedTask } from '../features/tasks/use-searched-task.ts'
import { ContextTab } from '../features/translations/side/ContextTab.tsx'
import { HistoryNumber, HistoryTab } from '../features/translations/side/HistoryTab.tsx'
import { TypedText } from '../features/translations/TypedText.tsx'
import { UnknownLanguage } from '../features/translations/UnknownLanguage.tsx'
import { rememberLanguage } from '../lib/access/opened-language.ts'
import { editionOf } from '../lib/edition.ts'

/** What is waiting for review in one language. */
export function ReviewRoute() {
  const { project: slug, language } = useParams({ from: '/p/$project/review/$language' })
  const search = useSearch({ from: '/p/$project/review/$language' })
  const navigate = useNavigate()
  const { task: taskId } = search
  const { data: project } = useSuspenseQuery(projectQueries.get(slug))
  const isAlone = !editionOf(useQuery(sessionQueries.get()).data).hasAccounts
  const isKnown = project.languages.some(({ tag }) => tag === language)
  useEffect(() => {
    if (isKnown && language !== project.sourceLanguage) rememberLanguage(slug, language)
  }, [slug, language, isKnown, project.sourceLanguage])
  const show = (to: string, next: ReviewSearch, replace = false) =>
    void navigate({
      to: '/p/$project/review/$language',
      params: { project: slug, language: to },
      search: next,
      replace,
    })
  const ofTask = taskId === undefined ? {} : { task: taskId }
  const task = useReviewedTask(project, language, taskId)
  const details = detailsOf(project, language, (keyId) =>
    navigate({
      to: '/p/$project/translate/$language',
      params: { project: slug, language },
      search: { key: keyId },
    }),
  )
  if (!isKnown) return <UnknownLanguage project={project} language={language} />
  return (
    <AssignPlace project={project} isAlone={isAlone}>
      <ReviewScreen
        key={`${language} ${taskId ?? ''}`}
        project={project}
        language={language}
        {...details}
        fields={TypedText}
        filter={filterOf(search)}
        onFilter={(filter) => show(language, { ...searchOf(filter), ...ofTask }, true)}
        task={task && { ...task, onLeave: () => show(language, searchOf(filterOf(search))) }}
        onLanguage={(next) => {
          const { kind, order } = search
          // Authors and words of one language are rarely those of another.
          show(next, definedOf({ kind, order }))
        }}
      />
    </AssignPlace>
  )
}

/** Returns the task whose strings are reviewed, with what is next after them; null: there is none. */
function useReviewedTask(project: ProjectReply, language: string, id: number | undefined) {
  const { t } = useTranslation('review')
  const { task, isDone } = useSearchedTask(project.slug, language, id ?? null)
  if (id === undefined) return null
  const title = isDone && task !== null ? t('task.done', { title: task.title }) : t('task.nothing')
  const end = <NextWork project={project} done={{ kind: 'task', language }} title={title} takesFocus />
  return { id, title: task?.title ?? null, end }
}

/** Returns what other features show of an item: its comments, history and context. */
function detailsOf(
  { slug: project, sourceLanguage }: ProjectReply,
  language: string,
  onOpen: (keyId: number) => unknown,
): Pick<ReviewScreenProps, 'comments' | 'history' | 'context' | 'counts' | 'commentsSign'> {
  const addressOf = (keyId: number) => ({ project, language, keyId })
  return {
    comments: ({ key }, onLeave) => (
      <Comments
        {...addressOf(key.id)}
        namespace={key.namespace}
        target={null}
        onLeave={onLeave}
        linkTo={(comment) => `/p/${project}/translate/${language}?key=${key.id}&comment=${comment}`}
      />
    ),
    history: ({ key }) => (
      <KeySyntax key={key.id} of={key}>
        <HistoryTab address={addressOf(key.id)} refusal={null} onRestore={null} />
      </KeySyntax>
    ),
    context: (row) => (
      <ContextTab {...{ row, project, sourceLanguage }} onOpen={(keyId) => void onOpen(keyId)} />
    ),
    counts: {
      comments: ({ key }) => <CommentsNumber {...addressOf(key.id)} />,
      history: ({ key }) => <HistoryNumber address={addressOf(key.id)} />,
    },
    commentsSign: ({ key }) => <CommentsSign {...addressOf(key.id)} />,
  }
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rememberLanguage } from '../app/shell/last-language.ts'
import { Comments } from '../features/comments/Comments.tsx'
import { CommentsSign } from '../features/comments/CommentsSign.tsx'
import { projectQueries } from '../features/projects/queries.ts'
import { ReviewScreen } from '../features/review/ReviewScreen.tsx'
import { filterOf, type ReviewSearch, searchOf } from '../features/review/review-search.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { AssignPlace } from '../features/tasks/AssignPlace.tsx'
import { TypedText } from '../features/translations/TypedText.tsx'
import { UnknownLanguage } from '../features/translations/UnknownLanguage.tsx'

/** What is waiting for review in one language. */
export function ReviewRoute() {
  const { project: slug, language } = useParams({ from: '/p/$project/review/$language' })
  const search = useSearch({ from: '/p/$project/review/$language' })
  const navigate = useNavigate()
  const { data: project } = useSuspenseQuery(projectQueries.get(slug))
  const isAlone = useQuery(sessionQueries.get()).data?.signInBy === 'link'
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
  if (!isKnown) return <UnknownLanguage project={project} language={language} />
  return (
    <AssignPlace project={project} isAlone={isAlone}>
      <ReviewScreen
        key={language}
        project={project}
        language={language}
        comments={({ key }, onLeave) => (
          <Comments
            project={slug}
            keyId={key.id}
            namespace={key.namespace}
            language={language}
            target={null}
            onLeave={onLeave}
            linkTo={(comment) => `/p/${slug}/translate/${language}?key=${key.id}&comment=${comment}`}
          />
        )}
        commentsSign={({ key }) => <CommentsSign project={slug} language={language} keyId={key.id} />}
        fields={TypedText}
        filter={filterOf(search)}
        onFilter={(filter) => show(language, searchOf(filter), true)}
        onLanguage={(next) => {
          const { kind, order } = search
          // Authors and words of one language are rarely those of another.
          show(next, {
            ...(kind === undefined ? {} : { kind }),
            ...(order === undefined ? {} : { order }),
          })
        }}
      />
    </AssignPlace>
  )
}

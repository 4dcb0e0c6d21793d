import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Comments } from '../features/comments/Comments.tsx'
import { CommentsSign } from '../features/comments/CommentsSign.tsx'
import { projectQueries } from '../features/projects/queries.ts'
import { ReviewScreen } from '../features/review/ReviewScreen.tsx'
import { sessionQueries } from '../features/session/queries.ts'
import { AssignPlace } from '../features/tasks/AssignPlace.tsx'
import { UnknownLanguage } from '../features/translations/UnknownLanguage.tsx'
import { rememberLanguage } from '../lib/access/opened-language.ts'

/** What is waiting for review in one language. */
export function ReviewRoute() {
  const { project: slug, language } = useParams({ from: '/p/$project/review/$language' })
  const navigate = useNavigate()
  const { data: project } = useSuspenseQuery(projectQueries.get(slug))
  const isAlone = useQuery(sessionQueries.get()).data?.signInBy === 'link'
  const isKnown = project.languages.some(({ tag }) => tag === language)
  useEffect(() => {
    if (isKnown && language !== project.sourceLanguage) rememberLanguage(slug, language)
  }, [slug, language, isKnown, project.sourceLanguage])
  if (!isKnown) return <UnknownLanguage project={project} language={language} />
  return (
    <AssignPlace project={project} isAlone={isAlone}>
      <ReviewScreen
        key={language}
        project={project}
        language={language}
        comments={({ key }) => (
          <Comments
            project={slug}
            keyId={key.id}
            namespace={key.namespace}
            language={language}
            target={null}
            linkTo={(comment) => `/p/${slug}/translate/${language}?key=${key.id}&comment=${comment}`}
          />
        )}
        commentsSign={({ key }) => <CommentsSign project={slug} language={language} keyId={key.id} />}
        onLanguage={(next) =>
          void navigate({
            to: '/p/$project/review/$language',
            params: { project: slug, language: next },
            search: {},
          })
        }
      />
    </AssignPlace>
  )
}

import { isFailure } from '@dragoman/contract'
import { type ErrorComponentProps, useParams, useRouter } from '@tanstack/react-router'
import { ErrorState } from '../ui/ErrorState.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { ProjectNotFoundPage } from './ProjectNotFoundPage.tsx'

/** Shown for a screen that failed to render. The rest of the page keeps working. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { project } = useParams({ strict: false })
  if (isFailure(error, 'not-found')) {
    if (project !== undefined && error.params.what === 'project')
      return <ProjectNotFoundPage project={project} />
    return <NotFoundPage />
  }
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <main className="bare-page">
      <ErrorState level={1} error={error} onRetry={retry} />
    </main>
  )
}

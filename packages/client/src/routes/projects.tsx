import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainFrame } from '../app/shell/PlainFrame.tsx'
import { lazyPart } from '../components/lazy-part.tsx'
import { NoProjects } from '../features/projects/NoProjects.tsx'
import { ProjectList } from '../features/projects/ProjectList.tsx'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { MyTasks } from '../features/tasks/MyTasks.tsx'
import { useAccess } from '../lib/access/access.ts'
import { showToast } from '../lib/notices/toast.ts'
import { askScreen } from '../lib/page/screen-intent.ts'
import { useInboxLive } from '../lib/server/live.ts'
import { Button } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'

const NewProjectDialog = lazyPart(
  async () => (await import('../features/projects/NewProjectDialog.tsx')).NewProjectDialog,
  { close: ({ onClose }) => onClose() },
)

export function ProjectsRoute() {
  const { t } = useTranslation('projects')
  const { data } = useSuspenseQuery(projectQueries.list())
  const navigate = useNavigate()
  const isAlone = useQuery(sessionQueries.get()).data?.signInBy !== 'password'
  const [isOpen, setIsOpen] = useState(false)
  const newButton = <NewProjectButton onPress={() => setIsOpen(true)} />
  return (
    <PlainFrame>
      <Page title={t('title')} {...(data.projects.length === 0 ? {} : { actions: newButton })}>
        {isAlone ? null : <TasksOfAll />}
        {data.projects.length === 0 ? (
          <NoProjects action={newButton} />
        ) : (
          <ProjectList projects={data.projects} />
        )}
      </Page>
      {isOpen ? (
        <NewProjectDialog
          isOpen
          onClose={() => setIsOpen(false)}
          onMade={(project, count, repository) => {
            if (repository !== null) {
              askScreen('connect-repository', repository)
              return void navigate({ to: '/p/$project/files', params: { project: project.slug } })
            }
            if (count === 1)
              return void navigate({ to: '/p/$project/overview', params: { project: project.slug } })
            setIsOpen(false)
            showToast(t('createdSeveral', { count }))
          }}
        />
      ) : null}
    </PlainFrame>
  )
}

/** Tasks assigned to the person, kept fresh while shown. */
function TasksOfAll() {
  useInboxLive()
  return <MyTasks project={null} />
}

function NewProjectButton({ onPress }: { readonly onPress: () => void }) {
  const { t } = useTranslation('projects')
  return (
    <Button look="primary" refusal={useAccess().onInstance('projects.create')} onPress={onPress}>
      {t('new')}
    </Button>
  )
}

import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainFrame } from '../app/shell/PlainFrame.tsx'
import { lazyDialog } from '../components/lazy-part.tsx'
import { NoProjects } from '../features/projects/NoProjects.tsx'
import { ProjectList } from '../features/projects/ProjectList.tsx'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { MyTasks } from '../features/tasks/MyTasks.tsx'
import { AccessContext, accessInProject, useAccess } from '../lib/access/access.ts'
import { editionOf } from '../lib/edition.ts'
import { showToast } from '../lib/notices/toast.ts'
import { useInboxLive } from '../lib/server/live.ts'
import { Button } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'

const NewProjectDialog = lazyDialog(
  async () => (await import('../features/projects/NewProjectDialog.tsx')).NewProjectDialog,
)

const NewProjectOfRepository = lazyDialog(
  async () =>
    (await import('../features/files/repository/NewProjectOfRepository.tsx')).NewProjectOfRepository,
)

export function ProjectsRoute() {
  const { t } = useTranslation('projects')
  const { data } = useSuspenseQuery(projectQueries.list())
  const session = useQuery(sessionQueries.get()).data
  const [isOpen, setIsOpen] = useState(false)
  const newButton = <NewProjectButton onPress={() => setIsOpen(true)} />
  return (
    <PlainFrame>
      <Page title={t('title')} {...(data.projects.length === 0 ? {} : { actions: newButton })}>
        {session !== undefined && editionOf(session).hasAccounts ? <TasksOfAll /> : null}
        {data.projects.length === 0 ? (
          <NoProjects action={newButton} />
        ) : (
          <ProjectList projects={data.projects} />
        )}
      </Page>
      {isOpen ? <NewProject onClose={() => setIsOpen(false)} /> : null}
    </PlainFrame>
  )
}

/** The dialog for a new project, and the one for its repository on top of it. */
function NewProject({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('projects')
  const navigate = useNavigate()
  const client = useQueryClient()
  const [ofRepository, setOfRepository] = useState<RepositoryStep | null>(null)
  return (
    <>
      <NewProjectDialog
        onClose={onClose}
        onMade={(project, count) => {
          if (count === 1)
            return void navigate({ to: '/p/$project/overview', params: { project: project.slug } })
          onClose()
          showToast(t('createdSeveral', { count }))
        }}
        onRepository={(newProject, address) => setOfRepository({ newProject, address })}
      />
      {ofRepository === null ? null : (
        <NewProjectOfRepository
          {...ofRepository}
          onCreated={(project) => {
            void client.invalidateQueries({ queryKey: projectQueries.list().queryKey })
            void navigate({ to: '/p/$project/files', params: { project } })
          }}
          onClose={() => setOfRepository(null)}
        />
      )}
    </>
  )
}

type RepositoryStep = Pick<ComponentProps<typeof NewProjectOfRepository>, 'newProject' | 'address'>

/** Tasks assigned to the person, kept fresh while shown. */
function TasksOfAll() {
  useInboxLive()
  return (
    <MyTasks
      project={null}
      inProject={(project, children) => <RightsIn project={project}>{children}</RightsIn>}
    />
  )
}

/** Provides the person's rights in a project. */
function RightsIn({ project, children }: { readonly project: string; readonly children: ReactNode }) {
  const { data: session } = useQuery(sessionQueries.get())
  const access = useMemo(() => accessInProject(session?.actor ?? null, project), [session, project])
  return <AccessContext value={access}>{children}</AccessContext>
}

function NewProjectButton({ onPress }: { readonly onPress: () => void }) {
  const { t } = useTranslation('projects')
  return (
    <Button look="primary" refusal={useAccess().onInstance('projects.create')} onPress={onPress}>
      {t('new')}
    </Button>
  )
}

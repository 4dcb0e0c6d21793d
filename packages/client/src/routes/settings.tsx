import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AskToChange } from '../components/AskToChange.tsx'
import { EditingSection } from '../features/editing/EditingSection.tsx'
import { OldAddressesSection } from '../features/old-addresses/OldAddressesSection.tsx'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { AuditLink } from '../features/settings/AuditLink.tsx'
import { DeleteSection } from '../features/settings/DeleteSection.tsx'
import { DeliverySection } from '../features/settings/DeliverySection.tsx'
import { GeneralSection } from '../features/settings/GeneralSection.tsx'
import { LanguagesSection } from '../features/settings/LanguagesSection.tsx'
import { ReviewSection } from '../features/settings/ReviewSection.tsx'
import { SharingSection } from '../features/settings/SharingSection.tsx'
import { WebhooksSection } from '../features/webhooks/WebhooksSection.tsx'
import { useAccess } from '../lib/access/access.ts'
import { projectKey } from '../lib/server/project-key.ts'
import { Note } from '../ui/Note.tsx'
import { SectionPage } from '../ui/SectionPage.tsx'
import { useFollowProject } from './use-renamed-project.ts'

export function SettingsRoute() {
  const { t } = useTranslation(['settings', 'common'])
  const { project: slug } = useParams({ from: '/p/$project/settings' })
  const { data: project } = useSuspenseQuery(projectQueries.get(slug))
  const { data: session } = useSuspenseQuery(sessionQueries.get())
  const mayManage = useAccess().onProject('project.manage') === null
  const client = useQueryClient()
  const navigate = useNavigate()
  const follow = useFollowProject(slug)

  const leave = async () => {
    await navigate({ to: '/projects' })
    client.removeQueries({ queryKey: projectKey(slug) })
    await client.invalidateQueries({ queryKey: projectQueries.list().queryKey })
    await client.invalidateQueries({ queryKey: sessionQueries.get().queryKey })
  }

  return (
    <SectionPage title={t('title')} about={mayManage ? t('common:howSaved') : null}>
      {mayManage ? null : (
        <div style={{ marginBlockEnd: '1.4rem' }}>
          <Note tone="plain">
            {t('readOnly')} <AskToChange project={slug} />
          </Note>
        </div>
      )}
      <GeneralSection key={project.slug} project={project} onMoved={follow} />
      <LanguagesSection project={project} />
      <ReviewSection project={project} />
      <DeliverySection project={project} delivery={session.delivery} />
      <OldAddressesSection project={project.slug} />
      <SharingSection project={project} sendsEmail={session.sendsEmail} />
      <EditingSection project={project.slug} />
      <WebhooksSection project={project} />
      <AuditLink project={project.slug} />
      <DeleteSection project={project} onDeleted={() => void leave()} />
    </SectionPage>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ADMIN_TABS, type AdminTab } from './admin-tabs.ts'
import { BackupsTab } from './BackupsTab.tsx'
import { GroupsTab } from './GroupsTab.tsx'
import { JobsTab } from './JobsTab.tsx'
import { PeopleTab } from './PeopleTab.tsx'
import { ProjectsTab } from './ProjectsTab.tsx'
import { SessionsTab } from './SessionsTab.tsx'
import { SignInTab } from './SignInTab.tsx'
import { SystemTab } from './SystemTab.tsx'

/** Administration of the whole installation, for its owners. */
export function AdminScreen({
  tab,
  onTab,
  audit,
}: {
  readonly tab: AdminTab
  readonly onTab: (tab: AdminTab) => void
  /** The audit log, which projects show as well. */
  readonly audit: ReactNode
}) {
  const { t } = useTranslation('admin')
  const contents: Readonly<Record<AdminTab, ReactNode>> = {
    people: <PeopleTab />,
    groups: <GroupsTab />,
    projects: <ProjectsTab />,
    sessions: <SessionsTab />,
    'sign-in': <SignInTab />,
    jobs: <JobsTab />,
    backups: <BackupsTab />,
    audit,
    system: <SystemTab />,
  }
  return (
    <Page title={t('title')} about={t('about')}>
      <Tabs
        place="page"
        label={t('title')}
        value={tab}
        onChange={onTab}
        tabs={ADMIN_TABS.map((id) => ({ id, name: t(`tab.${id}`), content: contents[id] }))}
      />
    </Page>
  )
}

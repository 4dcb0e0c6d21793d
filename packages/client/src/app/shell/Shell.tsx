import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { projectQueries } from '../../features/projects/queries.ts'
import { skipToContent } from '../../lib/focus/skip-link.ts'
import { useDraftWatch } from '../../lib/saving/use-draft-watch.ts'
import { useLive } from '../../lib/server/live.ts'
import { preloadScreens } from '../preload-screens.ts'
import { BranchLine } from './branches/BranchLine.tsx'
import { Rail } from './Rail.tsx'
import { RemovedNote } from './RemovedNote.tsx'
import { isRailKeptOpen, rememberRail } from './rail-memory.ts'
import styles from './Shell.module.css'
import { TopBar } from './TopBar.tsx'
import { useEmailLocale } from './use-email-locale.ts'
import { useNavigationShortcuts } from './use-navigation-shortcuts.ts'

export type ShellProps = {
  readonly project: string
  /** Name of a screen that belongs to no project: it replaces the project in the top bar. */
  readonly title?: string
  readonly children: ReactNode
}

/** The frame of a project: rail, top bar, and the screen. */
export function Shell({ project, title, children }: ShellProps) {
  const { t } = useTranslation()
  const { data } = useSuspenseQuery(projectQueries.get(project))
  useLive(project, data.lastEventId)
  useDraftWatch(project)
  useNavigationShortcuts(project)
  useEmailLocale()
  const router = useRouter()
  useEffect(() => preloadScreens(router), [router])
  const [isRailOpen, setIsRailOpen] = useState(isRailKeptOpen)
  const openRail = (isOpen: boolean) => {
    rememberRail(isOpen)
    setIsRailOpen(isOpen)
  }
  return (
    <div className={styles.shell} data-rail={isRailOpen ? 'open' : 'closed'}>
      {/* biome-ignore lint/a11y/useValidAnchor: it is a real link; a screen can specify a closer target */}
      <a className={styles.skip} href="#main" onClick={skipToContent}>
        {t('skipToContent')}
      </a>
      <Rail project={project} isOpen={isRailOpen} onOpen={openRail} />
      <TopBar project={project} {...(title === undefined ? {} : { title })} />
      <main className={styles.main} id="main" tabIndex={-1}>
        <RemovedNote project={project} />
        {data.branchOf === null || title !== undefined ? null : <BranchLine branchOf={data.branchOf} />}
        {children}
      </main>
    </div>
  )
}

import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../lib/live.ts'
import { Rail } from './Rail.tsx'
import styles from './Shell.module.css'
import { TopBar } from './TopBar.tsx'
import { useNavigationShortcuts } from './use-navigation-shortcuts.ts'

/** The frame of a project: rail, top bar, and the screen. */
export function Shell({ project }: { readonly project: string }) {
  const { t } = useTranslation()
  useLive(project)
  useNavigationShortcuts(project)
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t('skipToContent')}
      </a>
      <Rail project={project} />
      <TopBar project={project} />
      <main className={styles.main} id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

import type { ProjectReply } from '@dragoman/contract'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { VisitorPlace } from '../../features/visitor/VisitorPlace.tsx'
import { skipToContent } from '../../lib/focus/skip-link.ts'
import { ShellSlotPlace } from '../../ui/ShellSlot.tsx'
import { PersonMenus } from './PersonMenus.tsx'
import styles from './Shell.module.css'
import { GeneralStatus } from './status/StatusButton.tsx'
import { useShortcutsDialog } from './use-shortcuts-dialog.tsx'

/**
 * The frame of a project for people without an account: its name, what they can do in it, and the way to sign
 * in.
 */
export function VisitorShell({ project }: { readonly project: ProjectReply }) {
  const { t } = useTranslation(['visitor', 'common'])
  const href = useRouterState({ select: ({ location }) => location.href })
  // The first page is the project itself.
  const isFirst = useRouterState({ select: ({ location }) => location.pathname.split('/')[3] === 'overview' })
  const shortcuts = useShortcutsDialog()
  return (
    <div className={styles.visitorShell}>
      {/* biome-ignore lint/a11y/useValidAnchor: it is a real link; a screen can specify a closer target */}
      <a className={styles.skip} href="#main" onClick={skipToContent}>
        {t('common:skipToContent')}
      </a>
      <header className={styles.top}>
        <div className={styles.crumbs}>
          <Link to="/p/$project/overview" params={{ project: project.slug }} className={styles.project}>
            <bdi>{project.name}</bdi>
          </Link>
          {isFirst ? null : (
            <span className={styles.separator} aria-hidden="true">
              /
            </span>
          )}
          <ShellSlotPlace name="crumbs" className={styles.slot}>
            {null}
          </ShellSlotPlace>
        </div>
        <ShellSlotPlace name="search" className={styles.searchPlace}>
          {null}
        </ShellSlotPlace>
        <div className={styles.end}>
          <GeneralStatus />
          <PersonMenus />
          <Link to="/sign-in" search={{ next: href }} className={styles.signIn}>
            {t('signIn')}
          </Link>
        </div>
      </header>
      <main className={styles.main} id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <VisitorPlace project={project} />
      {shortcuts.dialog}
    </div>
  )
}

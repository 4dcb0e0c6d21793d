import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { sessionQueries } from '../../features/session/queries.ts'
import { AccessContext, accessOf } from '../../lib/access/access.ts'
import { InboxLink } from './InboxLink.tsx'
import { PersonMenus } from './PersonMenus.tsx'
import plain from './PlainFrame.module.css'
import styles from './Shell.module.css'
import { GeneralStatus } from './status/StatusButton.tsx'
import { useShortcutsDialog } from './use-shortcuts-dialog.tsx'

/** The frame of screens outside a project. */
export function PlainFrame({ children }: { readonly children: ReactNode }) {
  const shortcuts = useShortcutsDialog()
  const { data: session } = useQuery(sessionQueries.get())
  const access = useMemo(() => accessOf(session?.actor ?? null, null), [session])
  return (
    <div className={plain.frame}>
      <header className={styles.top}>
        <Link to="/projects" className={plain.home}>
          <span className={styles.mark} aria-hidden="true">
            D
          </span>
          Dragoman
        </Link>
        <span className="grow" />
        <div className={styles.end}>
          <InboxLink className={plain.inbox} nameClassName="visually-hidden" />
          <GeneralStatus />
          <PersonMenus onShortcuts={shortcuts.open} />
        </div>
      </header>
      <AccessContext value={access}>
        <main className={plain.main}>{children}</main>
      </AccessContext>
      {shortcuts.dialog}
    </div>
  )
}

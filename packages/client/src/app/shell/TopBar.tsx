import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '../../components/lazy-part.tsx'
import { projectQueries } from '../../features/projects/queries.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { ShellSlotPlace } from '../../ui/ShellSlot.tsx'
import { BranchSwitcher } from './branches/BranchSwitcher.tsx'
import { PersonMenus } from './PersonMenus.tsx'
import { PresentPeople } from './PresentPeople.tsx'
import { RAIL_LINKS } from './rail-links.ts'
import styles from './Shell.module.css'
import { ProjectStatus } from './status/StatusButton.tsx'
import { useShortcutsDialog } from './use-shortcuts-dialog.tsx'

const CommandPalette = lazyDialog(async () => (await import('./CommandPalette.tsx')).CommandPalette)

/** The current location, the search and command palette, the save status, and the person's menus. */
export function TopBar({ project, title }: { readonly project: string; readonly title?: string }) {
  const { t } = useTranslation()
  const { data } = useSuspenseQuery(projectQueries.get(project))
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const screen = path.split('/')[3]
  const current = screen === 'audit' ? screen : RAIL_LINKS.find(({ id }) => screen === id)?.id

  // The list of shortcuts shows them in this order.
  useShortcuts([
    {
      id: 'palette',
      keys: 'mod+k',
      label: 'common:shortcuts.palette',
      group: 'common:shortcuts.everywhere',
      inFields: true,
      inOverlays: true,
      run: () => openPalette(),
    },
  ])
  const shortcuts = useShortcutsDialog()
  const openPalette = () => {
    shortcuts.close()
    setIsPaletteOpen(true)
  }

  return (
    <header className={styles.top}>
      <div className={styles.crumbs}>
        {title === undefined ? (
          <>
            <Link
              to="/p/$project/overview"
              params={{ project: data.branchOf?.slug ?? project }}
              className={styles.project}
            >
              <bdi>{data.branchOf?.name ?? data.name}</bdi>
            </Link>
            <BranchSwitcher project={data} />
            <span className={styles.separator} aria-hidden="true">
              /
            </span>
            <ShellSlotPlace name="crumbs" className={styles.slot}>
              {current === undefined ? null : <span className={styles.here}>{t(`screens.${current}`)}</span>}
            </ShellSlotPlace>
          </>
        ) : (
          <span className={styles.here}>{title}</span>
        )}
      </div>
      <ShellSlotPlace name="search" className={styles.searchPlace}>
        <button type="button" className={styles.search} onClick={openPalette}>
          <Search aria-hidden="true" />
          <span>{t('palette.placeholder')}</span>
          <Kbd keys="mod+k" />
        </button>
      </ShellSlotPlace>
      <div className={styles.end}>
        <PresentPeople project={project} />
        <ProjectStatus project={project} />
        <PersonMenus onShortcuts={shortcuts.open} />
      </div>
      {isPaletteOpen ? (
        <CommandPalette
          project={project}
          onClose={() => setIsPaletteOpen(false)}
          onShortcuts={shortcuts.open}
        />
      ) : null}
      {shortcuts.dialog}
    </header>
  )
}

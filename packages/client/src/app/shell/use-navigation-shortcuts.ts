import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { RAIL_LINKS } from './rail-links.ts'
import { useGo } from './use-go.ts'

/** `g` and a letter opens a screen. */
export function useNavigationShortcuts(project: string): void {
  const go = useGo(project)
  useShortcuts(
    RAIL_LINKS.map(({ id, letter }) => ({
      id: `go-${id}`,
      keys: `g ${letter}`,
      label: `common:screens.${id}`,
      group: 'common:shortcuts.goTo',
      run: () => go(id),
    })),
  )
}

import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { PLACES } from './places.ts'
import { useGo } from './use-go.ts'

/** `g` and a letter opens a screen. */
export function useNavigationShortcuts(project: string): void {
  const go = useGo(project)
  useShortcuts(
    PLACES.map(({ id, letter }) => ({
      id: `go-${id}`,
      keys: `g ${letter}`,
      label: `common:places.${id}`,
      group: 'common:shortcuts.goTo',
      run: () => go(id),
    })),
  )
}

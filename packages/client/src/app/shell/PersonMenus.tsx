import { lazy, Suspense } from 'react'
import styles from './Shell.module.css'

const LanguageMenu = lazy(async () => ({ default: (await import('./LanguageMenu.tsx')).LanguageMenu }))
const AccountMenu = lazy(async () => ({ default: (await import('./AccountMenu.tsx')).AccountMenu }))

/** The menus of the person. Their widgets come after the screen itself is there; their place is kept. */
export function PersonMenus({ onShortcuts }: { readonly onShortcuts?: () => void }) {
  return (
    <Suspense fallback={<span className={styles.menusToCome} />}>
      <LanguageMenu />
      {onShortcuts === undefined ? null : <AccountMenu onShortcuts={onShortcuts} />}
    </Suspense>
  )
}

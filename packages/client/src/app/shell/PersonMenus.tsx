import { lazy, Suspense } from 'react'
import { AccountButton } from './AccountButton.tsx'
import { LanguageButton } from './LanguageButton.tsx'

// loading starts with this module, but nothing waits for it
const languageMenu = import('./LanguageMenu.tsx')
const accountMenu = import('./AccountMenu.tsx')
const LanguageMenu = lazy(async () => ({ default: (await languageMenu).LanguageMenu }))
const AccountMenu = lazy(async () => ({ default: (await accountMenu).AccountMenu }))

/**
 * The menus of the person. Their code is loaded after the screen; until then placeholders look like the
 * buttons.
 */
export function PersonMenus({ onShortcuts }: { readonly onShortcuts?: () => void }) {
  return (
    <Suspense
      fallback={
        <>
          <LanguageButton />
          {onShortcuts === undefined ? null : <AccountButton />}
        </>
      }
    >
      <LanguageMenu />
      {onShortcuts === undefined ? null : <AccountMenu onShortcuts={onShortcuts} />}
    </Suspense>
  )
}

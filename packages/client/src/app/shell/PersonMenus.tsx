import { lazyPart } from '../../components/lazy-part.tsx'
import { AccountButton } from './AccountButton.tsx'
import { LanguageButton } from './LanguageButton.tsx'

const LanguageMenu = lazyPart(async () => (await import('../loaded-later.ts')).LanguageMenu, {
  waiting: () => <LanguageButton />,
})
const AccountMenu = lazyPart(async () => (await import('../loaded-later.ts')).AccountMenu, {
  waiting: () => <AccountButton />,
})

/**
 * The menus of the person. Their code is loaded after the screen; until then placeholders look like the
 * buttons.
 */
export function PersonMenus({ onShortcuts }: { readonly onShortcuts?: () => void }) {
  return (
    <>
      <LanguageMenu />
      {onShortcuts === undefined ? null : <AccountMenu onShortcuts={onShortcuts} />}
    </>
  )
}

import { lazyPart } from '../../components/lazy-part.tsx'
import { AccountButton } from './AccountButton.tsx'
import { LanguageButton } from './LanguageButton.tsx'

const InterfaceLanguageMenu = lazyPart(
  async () => (await import('../loaded-later.ts')).InterfaceLanguageMenu,
  {
    waiting: () => <LanguageButton />,
  },
)
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
      <InterfaceLanguageMenu />
      {onShortcuts === undefined ? null : <AccountMenu onShortcuts={onShortcuts} />}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Header } from 'react-aria-components/Header'
import { MenuSection, Separator } from 'react-aria-components/Menu'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '../../components/lazy-part.tsx'
import { sessionQueries } from '../../features/session/queries.ts'
import { useSignOut } from '../../features/session/use-sign-out.ts'
import { editionOf } from '../../lib/edition.ts'
import { setTheme, THEMES, type Theme, useTheme } from '../../lib/page/theme.ts'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import { AccountButton } from './AccountButton.tsx'
import styles from './Shell.module.css'

const RenameDialog = lazyDialog(
  async () => (await import('../../features/session/RenameDialog.tsx')).RenameDialog,
)

/** The person's menu: name, theme, shortcuts, and signing out. */
export function AccountMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const theme = useTheme()
  const { data: session } = useQuery(sessionQueries.get())
  const signOut = useSignOut()
  const name = session?.actor?.name ?? ''
  const { hasAccounts } = editionOf(session)
  const [isRenaming, setIsRenaming] = useState(false)

  const act = (key: string) => {
    if (key === 'shortcuts') return onShortcuts()
    if (key === 'rename') return setIsRenaming(true)
    if (key === 'account') return void navigate({ to: '/account' })
    if (key === 'admin') return void navigate({ to: '/admin' })
    if (key === 'projects') return void navigate({ to: '/projects' })
    if (key === 'sign-out') return void signOut()
  }

  return (
    <>
      <Menu
        label={t('account.label')}
        header={
          name === '' ? null : (
            <p className={styles.person}>
              <bdi>{name}</bdi>
            </p>
          )
        }
        trigger={<AccountButton />}
        onAction={(key) => act(String(key))}
      >
        <MenuSection
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[theme]}
          onSelectionChange={(keys) => {
            const [chosen] = keys === 'all' ? [] : [...keys]
            if (chosen !== undefined) setTheme(String(chosen) as Theme) // the rows below have no other ids
          }}
        >
          <Header className={styles.menuGroup ?? ''}>{t('theme.label')}</Header>
          {THEMES.map((one) => (
            <MenuRow key={one} id={one} textValue={t(`theme.${one}`)}>
              {t(`theme.${one}`)}
            </MenuRow>
          ))}
        </MenuSection>
        <Separator className={styles.menuLine ?? ''} />
        {hasAccounts ? (
          <MenuRow id="account">{t('account.open')}</MenuRow>
        ) : (
          <MenuRow id="rename">{t('account.changeName')}</MenuRow>
        )}
        <MenuRow id="projects">{t('screens.projects')}</MenuRow>
        {session?.actor?.instanceRole === 'owner' ? <MenuRow id="admin">{t('screens.admin')}</MenuRow> : null}
        <MenuRow id="shortcuts">{t('shortcuts.title')}</MenuRow>
        {hasAccounts ? <MenuRow id="sign-out">{t('account.signOut')}</MenuRow> : null}
      </Menu>
      {isRenaming ? <RenameDialog name={name} onClose={() => setIsRenaming(false)} /> : null}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MenuSection, Separator } from 'react-aria-components/Menu'
import { useTranslation } from 'react-i18next'
import { sessionQueries } from '../../features/session/queries.ts'
import { useSignOut } from '../../features/session/use-sign-out.ts'
import { setTheme, THEMES, type Theme, useTheme } from '../../lib/theme.ts'
import { Button } from '../../ui/Button.tsx'
import { initials } from '../../ui/initials.ts'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import styles from './Shell.module.css'

/** What belongs to the person: light or dark, the shortcuts, the way out. */
export function AccountMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const theme = useTheme()
  const { data: session } = useQuery(sessionQueries.get())
  const signOut = useSignOut()
  const name = session?.actor?.name ?? ''

  const act = (key: string) => {
    if (key === 'shortcuts') return onShortcuts()
    if (key === 'projects') return void navigate({ to: '/projects' })
    if (key === 'sign-out') return void signOut()
  }

  return (
    <Menu
      label={t('account.label')}
      trigger={
        <Button look="quiet" aria-label={name === '' ? t('account.label') : `${t('account.label')}: ${name}`}>
          <span className={styles.avatar} data-initials={initials(name)} />
        </Button>
      }
      onAction={(key) => act(String(key))}
    >
      <MenuSection
        aria-label={t('theme.label')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[theme]}
        onSelectionChange={(keys) => {
          const [chosen] = keys === 'all' ? [] : [...keys]
          if (chosen !== undefined) setTheme(String(chosen) as Theme) // the rows below have no other ids
        }}
      >
        {THEMES.map((one) => (
          <MenuRow key={one} id={one} textValue={t(`theme.${one}`)}>
            {t(`theme.${one}`)}
          </MenuRow>
        ))}
      </MenuSection>
      <Separator className={styles.menuLine ?? ''} />
      <MenuRow id="projects">{t('places.projects')}</MenuRow>
      <MenuRow id="shortcuts">{t('shortcuts.title')}</MenuRow>
      {session?.actor?.hasPassword ? <MenuRow id="sign-out">{t('account.signOut')}</MenuRow> : null}
    </Menu>
  )
}

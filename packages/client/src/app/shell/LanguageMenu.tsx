import { ChevronDown, Globe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { i18n, shownLanguage } from '../../i18n/i18n.ts'
import { endonymOf, INTERFACE_LANGUAGES, preferredLanguage } from '../../i18n/languages.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import styles from './Shell.module.css'

/** The interface's language: each in its own name and script, without a reload; the browser's own wish is marked. */
export function LanguageMenu() {
  const { t } = useTranslation()
  const preferred = preferredLanguage(navigator.languages)
  const shown = shownLanguage()
  const chosen = i18n.language?.split('-')[0] ?? shown
  return (
    <Menu
      label={t('interfaceLanguage')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onAction={(key) => void i18n.changeLanguage(String(key))}
      trigger={
        <Button look="ghost" aria-label={`${t('interfaceLanguage')}: ${endonymOf(chosen)}`}>
          <Globe aria-hidden="true" />
          <span className={styles.languageName}>{endonymOf(chosen)}</span>
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      {INTERFACE_LANGUAGES.map(({ tag, endonym }) => (
        <MenuRow key={tag} id={tag} textValue={endonym} lang={tag} {...(tag === preferred ? { note: t('browserPrefers') } : {})}>
          {endonym}
        </MenuRow>
      ))}
    </Menu>
  )
}

import { ChevronDown, Globe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chosenLanguage } from '../../i18n/i18n.ts'
import { endonymOf } from '../../i18n/languages.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Shell.module.css'

/** Opens the menu of interface languages; looks the same before the menu's code is loaded. */
export function LanguageButton() {
  const { t } = useTranslation()
  const name = endonymOf(chosenLanguage())
  return (
    <Button look="ghost" aria-label={`${t('interfaceLanguage')}: ${name}`}>
      <Globe aria-hidden="true" />
      <span className={styles.languageName}>{name}</span>
      <ChevronDown aria-hidden="true" />
    </Button>
  )
}

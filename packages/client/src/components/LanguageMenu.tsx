import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { endonym } from '../i18n/formats.ts'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import styles from './LanguageMenu.module.css'

/** The language that a screen shows; opens a menu of others. */
export function LanguageMenu({
  label,
  language,
  languageLabel,
  onLanguage,
  onOpenChange,
  children,
}: {
  readonly label: string
  readonly language: string
  /** Name of the button, with the language. */
  readonly languageLabel: string
  readonly onLanguage: (language: string) => void
  readonly onOpenChange?: (isOpen: boolean) => void
  /** `MenuRow`s with the languages as ids. */
  readonly children: ReactNode
}) {
  return (
    <Menu
      label={label}
      chosen={language}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
      onAction={(key) => onLanguage(String(key))}
      trigger={
        <Button look="quiet" aria-label={languageLabel}>
          <span className={styles.pick}>
            <bdi lang={language}>{endonym(language)}</bdi>
            <ChevronDown aria-hidden="true" />
          </span>
        </Button>
      }
    >
      {children}
    </Menu>
  )
}

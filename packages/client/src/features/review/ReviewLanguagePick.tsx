import { useTranslation } from 'react-i18next'
import { LanguageMenu } from '../../components/LanguageMenu.tsx'
import { StateBar } from '../../components/StateBar.tsx'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { MenuRow } from '../../ui/Menu.tsx'
import { ShellSlot } from '../../ui/ShellSlot.tsx'
import styles from './ReviewLanguagePick.module.css'
import type { WaitingLanguage } from './ReviewLanguages.tsx'

export type ReviewLanguagePickProps = {
  readonly languages: readonly WaitingLanguage[]
  readonly language: string
  /** The open language; undefined: nothing is shown of it. */
  readonly waiting: WaitingLanguage | undefined
  readonly onLanguage: (language: string) => void
}

/** The language of the open queue, its progress, and the number of waiting items; switches to another one. */
export function ReviewLanguagePick({ languages, language, waiting, onLanguage }: ReviewLanguagePickProps) {
  const { t } = useTranslation(['review', 'common'])
  const formats = useFormats()
  return (
    <ShellSlot name="crumbs">
      <span className={styles.crumb}>
        {t('common:screens.review')}
        <span className={styles.separator} aria-hidden="true">
          /
        </span>
      </span>
      <LanguageMenu
        label={t('languages')}
        language={language}
        languageLabel={t('language', { language: endonym(language) })}
        onLanguage={onLanguage}
      >
        {languages.map(({ tag, left: { waiting: count } }) => (
          <MenuRow key={tag} id={tag} textValue={formats.languageName(tag)} note={formats.number(count)}>
            {formats.languageName(tag)}
          </MenuRow>
        ))}
      </LanguageMenu>
      {waiting === undefined ? null : (
        <span className={styles.waiting}>
          <StateBar counts={waiting.counts} width="short" />
          <span className="num">{t('waiting', { count: waiting.left.waiting })}</span>
        </span>
      )}
    </ShellSlot>
  )
}

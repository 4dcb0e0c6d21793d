import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { shownLanguage } from '../i18n/i18n.ts'
import { endonymOf } from '../i18n/languages.ts'
import { missingLanguage, retryMissingLanguages } from '../i18n/missing-language.ts'
import { useStore } from '../lib/use-store.ts'
import { Button } from '../ui/Button.tsx'
import styles from './MissingLanguageNotice.module.css'

/**
 * Says that the texts of a language could not be loaded and that English is shown instead. In the body and of the top
 * layer, like notices, so that no open dialog covers or disables it.
 */
export function MissingLanguageNotice() {
  const { t } = useTranslation()
  const language = useStore(missingLanguage)
  const [isTrying, setIsTrying] = useState(false)
  if (language === null) return null

  const tryAgain = async () => {
    setIsTrying(true)
    await retryMissingLanguages()
    setIsTrying(false)
  }

  return createPortal(
    <div
      className={styles.notice}
      role="alert"
      data-missing-language={language}
      data-react-aria-top-layer="true"
    >
      <span>
        {language === 'en'
          ? t('missingLanguage.english')
          : t(shownLanguage() === language ? 'missingLanguage.partly' : 'missingLanguage.text', {
              language: endonymOf(language),
            })}
      </span>
      <Button size="small" isDisabled={isTrying} onPress={() => void tryAgain()}>
        {t(isTrying ? 'trying' : 'tryAgain')}
      </Button>
    </div>,
    document.body,
  )
}

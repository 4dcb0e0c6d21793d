import { useState } from 'react'
import { Separator } from 'react-aria-components/Menu'
import { useTranslation } from 'react-i18next'
import { chosenLanguage, i18n } from '../../i18n/i18n.ts'
import { endonymOf, INTERFACE_LANGUAGES, preferredLanguage } from '../../i18n/languages.ts'
import { overridingSource, removeLanguageCookie, withoutLanguageQuery } from '../../i18n/overruled-choice.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import { LanguageButton } from './LanguageButton.tsx'
import styles from './Shell.module.css'
import { useChooseLanguage } from './use-choose-language.ts'

const REMOVE_COOKIE = 'remove-cookie'

/**
 * Switches the interface language without a reload: each language is shown in its own name and script, and
 * the browser's preference is marked. If a cookie overrules the choice, it is named, with the way to remove
 * it (docs/decisions/0028).
 */
export function InterfaceLanguageMenu() {
  const { t } = useTranslation()
  const [, redraw] = useState(0)
  const chooseLanguage = useChooseLanguage()
  const preferred = preferredLanguage(navigator.languages)
  const chosen = chosenLanguage()
  const overruling = overridingSource(chosen, { search: '', cookie: document.cookie })

  const removeCookie = () => {
    const isGone = removeLanguageCookie()
    showToast(
      t(isGone ? 'languageCookie.removed' : 'languageCookie.stays'),
      isGone ? {} : { tone: 'problem' },
    )
    redraw((count) => count + 1)
  }
  const choose = async (language: string) => {
    await chooseLanguage(language)
    // A parameter in the URL would bring the old language back. The URL is ours to fix, a cookie is not
    if (overridingSource(language, { search: window.location.search, cookie: '' }) !== null) {
      window.history.replaceState(window.history.state, '', withoutLanguageQuery(window.location.href))
    }
    const cookie = overridingSource(language, { search: '', cookie: document.cookie })
    if (cookie === null) return
    const say = i18n.getFixedT(language) // this menu is still in the old language
    showToast(say('languageCookie.wins', { language: endonymOf(cookie.language) }), {
      action: { label: say('languageCookie.remove'), run: removeCookie, isUndo: false },
    })
  }

  return (
    <Menu
      label={t('interfaceLanguage')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onAction={(key) => (key === REMOVE_COOKIE ? removeCookie() : void choose(String(key)))}
      trigger={<LanguageButton />}
    >
      {INTERFACE_LANGUAGES.map(({ tag, endonym }) => (
        <MenuRow
          key={tag}
          id={tag}
          textValue={endonym}
          lang={tag}
          {...(tag === preferred ? { note: t('browserPrefers') } : {})}
        >
          {endonym}
        </MenuRow>
      ))}
      {overruling === null ? null : <Separator className={styles.menuLine ?? ''} />}
      {overruling === null ? null : (
        <MenuRow id={REMOVE_COOKIE} textValue={t('languageCookie.remove')}>
          {t('languageCookie.wins', { language: endonymOf(overruling.language) })}{' '}
          <b>{t('languageCookie.remove')}</b>
        </MenuRow>
      )}
    </Menu>
  )
}

import { createInstance, type TFunction } from 'i18next'
import ar from './texts/ar.json' with { type: 'json' }
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }
import pl from './texts/pl.json' with { type: 'json' }

/** The texts of emails by kind. English has all of them; other languages can have more plural forms. */
export const MAIL_LANGUAGES = { en, de, pl, ar } as const
export type MailKind = Exclude<keyof typeof en, 'frame' | 'items' | 'rights'>

const texts = createInstance()
void texts.init({
  resources: Object.fromEntries(
    Object.entries(MAIL_LANGUAGES).map(([language, translation]) => [language, { translation }]),
  ),
  fallbackLng: 'en',
  supportedLngs: Object.keys(MAIL_LANGUAGES),
  nonExplicitSupportedLngs: true,
  // The resources are here, so that nothing has to be loaded first.
  initAsync: false,
  // Emails are plain text first; composeMail escapes what it puts into HTML.
  interpolation: { escapeValue: false },
})

/** Returns the language of emails for someone with an interface language; null means unknown. */
export function mailLanguage(wanted: string | null): string {
  const [base = 'en'] = (wanted ?? 'en').split('-', 1)
  return Object.hasOwn(MAIL_LANGUAGES, base) ? base : 'en'
}

/**
 * Returns the function that gives the texts of emails in a language: `t('test.subject')`. Values are inserted as
 * they are: a value that looks like a placeholder or a reference to another text stays text.
 */
export function mailTexts(language: string | null): TFunction {
  return texts.getFixedT(mailLanguage(language))
}

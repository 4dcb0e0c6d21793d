/** Common names of folders for locale files. */
export const LOCALE_FOLDER =
  /^_?(?:locales?|lang|langs|languages?|i18n|l10n|intl|translations?|messages|strings|nls|po|extractedtranslations)$/i

/** Names of multilingual files: `ui_strings.csv`. */
const TABLE_NAME =
  /(?:^|[._-])(?:strings?|messages?|labels|texts|translations?|locali[sz]ations?|i18n|l10n|lang|languages?|locales?)$/i

/**
 * Returns whether the folder or name of a file without a language in its path shows that it contains texts.
 */
export function isNamedForTexts(path: string): boolean {
  const steps = path.split('/')
  const name = steps.pop() ?? ''
  return TABLE_NAME.test(name.replace(/\.\w+$/, '')) || steps.some((step) => LOCALE_FOLDER.test(step))
}

export { isIgnoredFolder } from '@dragoman/core'

/** Names by which people call the folder of their locale files. */
export const LOCALE_FOLDER =
  /^_?(?:locales?|lang|langs|languages?|i18n|l10n|intl|translations?|messages|strings|nls|po|extractedtranslations)$/i

/** Names of files that hold all languages: `ui_strings.csv`. */
const TABLE_NAME =
  /(?:^|[._-])(?:strings?|messages?|labels|texts|translations?|locali[sz]ations?|i18n|l10n|lang|languages?|locales?)$/i

/** Whether a file without a language in its path says by its folder or its name that it holds texts. */
export function isNamedForTexts(path: string): boolean {
  const steps = path.split('/')
  const name = steps.pop() ?? ''
  return TABLE_NAME.test(name.replace(/\.\w+$/, '')) || steps.some((step) => LOCALE_FOLDER.test(step))
}

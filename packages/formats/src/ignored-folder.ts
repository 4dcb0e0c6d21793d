export { isIgnoredFolder } from '@dragoman/core'

/** Names by which people call the folder of their locale files. */
export const LOCALE_FOLDER =
  /^_?(?:locales?|lang|langs|languages?|i18n|l10n|intl|translations?|messages|strings|nls|po|extractedtranslations)$/i

/** Folders that hold copies, other people's files or a tool's own: never looked into, never written to. */
export function isIgnoredFolder(name: string): boolean {
  return name.startsWith('.') || IGNORED.has(name) || /\.(?:xcloc|framework|xcframework|xcarchive)$/.test(name)
}

/** Names by which people call the folder of their locale files. */
export const LOCALE_FOLDER =
  /^_?(?:locales?|lang|langs|languages?|i18n|l10n|intl|translations?|messages|strings|nls|po|extractedtranslations)$/i

const IGNORED: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  '__pycache__',
  'Pods',
  'DerivedData',
])

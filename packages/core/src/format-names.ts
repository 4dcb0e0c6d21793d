/**
 * The file formats by id, each with its name as people know it, which is the same in all languages. The package
 * `formats` has one format for each id.
 */
export const FORMAT_NAMES = {
  'i18next-json': 'i18next JSON',
  'icu-json': 'ICU JSON (FormatJS)',
  'vue-i18n-json': 'vue-i18n JSON',
  'laravel-json': 'Laravel JSON',
  'slang-json': 'slang JSON',
  'go-i18n-json': 'go-i18n JSON',
  'gotext-json': 'gotext JSON',
  'angular-json': 'Angular JSON',
  json: 'JSON',
  json5: 'JSON5',
  'android-xml': 'Android XML',
  'compose-xml': 'Compose XML',
  'apple-strings': 'Apple .strings',
  'apple-stringsdict': 'Apple .stringsdict',
  'apple-xcstrings': 'Apple .xcstrings',
  'gettext-po': 'gettext PO',
  'java-properties': 'Java .properties',
  'qt-ts': 'Qt .ts',
  resx: '.NET .resx',
  toml: 'TOML',
  'xliff-1': 'XLIFF 1.2',
  'xliff-2': 'XLIFF 2',
  'rails-yaml': 'Rails YAML',
  'rails-yaml-many': 'Rails YAML (all languages)',
  'go-i18n-yaml': 'go-i18n YAML',
  yaml: 'YAML',
  'php-array': 'PHP',
  ini: 'INI',
  fluent: 'Fluent',
  arb: 'Flutter ARB',
  'chrome-json': 'Chrome JSON',
  csv: 'CSV',
  'godot-csv': 'Godot CSV',
  xlsx: 'XLSX',
  tmx: 'TMX',
  tbx: 'TBX',
} as const

export type FormatId = keyof typeof FORMAT_NAMES

const names: ReadonlyMap<string, string> = new Map(Object.entries(FORMAT_NAMES))

/** Returns the name of a format; the id itself if it is not known, such as one of a newer server. */
export function nameOfFormat(id: string): string {
  return names.get(id) ?? id
}

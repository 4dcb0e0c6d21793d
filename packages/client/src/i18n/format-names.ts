/** What people call a file format: proper names, the same in every language. */
export function formatName(id: string): string {
  return NAMES.get(id) ?? id
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['i18next-json', 'i18next JSON'],
  ['icu-json', 'ICU JSON'],
  ['vue-i18n-json', 'Vue I18n JSON'],
  ['laravel-json', 'Laravel JSON'],
  ['slang-json', 'slang JSON'],
  ['json', 'JSON'],
  ['json5', 'JSON5'],
  ['android-xml', 'Android strings.xml'],
  ['apple-strings', 'Apple .strings'],
  ['apple-stringsdict', 'Apple .stringsdict'],
  ['apple-xcstrings', 'Apple .xcstrings'],
  ['gettext-po', 'gettext PO'],
  ['java-properties', 'Java .properties'],
  ['qt-ts', 'Qt Linguist TS'],
  ['resx', '.NET RESX'],
  ['toml', 'TOML'],
  ['xliff-1', 'XLIFF 1.2'],
  ['xliff-2', 'XLIFF 2.0'],
  ['rails-yaml', 'Rails YAML'],
  ['yaml', 'YAML'],
  ['php-array', 'PHP'],
  ['ini', 'INI'],
  ['fluent', 'Fluent'],
  ['arb', 'Flutter ARB'],
  ['chrome-json', 'Chrome messages.json'],
  ['csv', 'CSV'],
  ['xlsx', 'Excel XLSX'],
  ['tmx', 'TMX'],
  ['tbx', 'TBX'],
])

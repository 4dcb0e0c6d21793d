import { ALL_FORMATS } from '@dragoman/formats'
import type { Terminal } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

/** A short description of each format; a test requires one for every format. */
const ABOUT: Readonly<Record<string, string>> = {
  'i18next-json': 'i18next: nested or flat keys, plural forms as keys (item_one, item_other)',
  'icu-json': 'FormatJS and others: texts in ICU MessageFormat',
  'vue-i18n-json': 'vue-i18n: plural forms in one text, separated by |',
  'laravel-json': 'Laravel: lang/de.json',
  'slang-json': 'slang for Flutter',
  json: 'any other JSON of names and texts',
  json5: 'JSON5: comments, names without quotes',
  'android-xml': 'Android resources: strings, plurals, string-array',
  'godot-csv': 'tables of Godot with contexts and plural forms',
  'compose-xml': 'Compose Multiplatform resources, which have other escapes',
  'apple-strings': 'Apple .strings',
  'apple-stringsdict': 'Apple .stringsdict: plural forms',
  'apple-xcstrings': 'Xcode string catalog: all languages in one file',
  'gettext-po': 'GNU gettext: PO, and templates (POT)',
  'java-properties': 'Java resource bundles',
  'qt-ts': 'Qt Linguist',
  resx: '.NET .resx, and .resw of Windows apps',
  toml: 'Hugo, go-i18n and other TOML',
  'xliff-1': 'XLIFF 1.2: Angular, Symfony, TYPO3, Xcode',
  'xliff-2': 'XLIFF 2.0 to 2.2',
  'rails-yaml': 'Rails: the language is the root key',
  yaml: 'any other YAML of names and texts',
  'php-array': 'PHP files that return or fill an array',
  ini: 'INI, and Joomla’s language files',
  fluent: 'Project Fluent',
  arb: 'Flutter: Application Resource Bundle',
  'chrome-json': 'browser extensions: _locales/de/messages.json',
  csv: 'tables of keys and texts, with a column for each language',
  xlsx: 'the same as Excel workbooks',
  tmx: 'TMX: translation memory',
  tbx: 'TBX: terms',
}

/** `dragoman formats`: lists the supported formats by the ids used in options and dragoman.json. */
export async function formats(args: readonly string[], { print }: Terminal): Promise<number> {
  const { options } = readArgumentsOf('formats', args)
  const rows = ALL_FORMATS.map(({ id, extensions, languages }) => ({
    id,
    extensions: [...extensions],
    languages,
    about: ABOUT[id] ?? '',
  }))
  if (options.has('--json')) {
    print(JSON.stringify({ version: 1, formats: rows }, null, 2))
    return 0
  }
  const endings = rows.map(({ extensions }) => extensions.join(' '))
  const [ids, widest] = [rows.map(({ id }) => id), endings].map((all) =>
    Math.max(...all.map(({ length }) => length)),
  )
  for (const [at, { id, about }] of rows.entries())
    print(`${id.padEnd(ids ?? 0)}  ${(endings[at] ?? '').padEnd(widest ?? 0)}  ${about}`)
  return 0
}

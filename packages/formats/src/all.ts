import type { FormatId } from '@dragoman/core'
import { androidXml } from './android/android-xml.ts'
import { composeXml } from './android/compose-xml.ts'
import { appleStrings } from './apple/apple-strings.ts'
import { appleStringsdict } from './apple/apple-stringsdict.ts'
import { csv } from './csv/csv.ts'
import { godotCsv } from './csv/godot-csv.ts'
import { tbx } from './exchange/tbx.ts'
import { tmx } from './exchange/tmx.ts'
import { fluent } from './fluent/fluent.ts'
import type { Format } from './format.ts'
import { gettextPo } from './gettext/gettext-po.ts'
import { ini } from './ini/ini.ts'
import { angularJson } from './json/angular-json.ts'
import { appleXcstrings } from './json/apple-xcstrings.ts'
import { arb } from './json/arb.ts'
import { chromeJson } from './json/chrome-json.ts'
import { goI18nJson } from './json/go-i18n-json.ts'
import { gotextJson } from './json/gotext-json.ts'
import { i18nextJson } from './json/i18next-json.ts'
import { icuJson } from './json/icu-json.ts'
import { json5 } from './json/json5.ts'
import { laravelJson } from './json/laravel-json.ts'
import { plainJson } from './json/plain-json.ts'
import { slangJson } from './json/slang-json.ts'
import { vueI18nJson } from './json/vue-i18n-json.ts'
import { withLimits } from './limits/limited-format.ts'
import { phpArray } from './php/php-array.ts'
import { javaProperties } from './properties/java-properties.ts'
import { qtTs } from './qt/qt-ts.ts'
import { resx } from './resx/resx.ts'
import { toml } from './toml/toml.ts'
import { xliff1 } from './xliff/xliff-1.ts'
import { xliff2 } from './xliff/xliff-2.ts'
import { xlsx } from './xlsx/xlsx.ts'
import { goI18nYaml } from './yaml/go-i18n-yaml.ts'
import { plainYaml } from './yaml/plain-yaml.ts'
import { railsYaml } from './yaml/rails-yaml.ts'
import { railsYamlMany } from './yaml/rails-yaml-many.ts'

/** By id: the compiler requires a format for each name in core. */
const FORMATS: Readonly<Record<FormatId, Format>> = {
  'i18next-json': i18nextJson,
  'icu-json': icuJson,
  'vue-i18n-json': vueI18nJson,
  'laravel-json': laravelJson,
  'slang-json': slangJson,
  'go-i18n-json': goI18nJson,
  'gotext-json': gotextJson,
  'angular-json': angularJson,
  json: plainJson,
  json5: json5,
  'android-xml': androidXml,
  'compose-xml': composeXml,
  'apple-strings': appleStrings,
  'apple-stringsdict': appleStringsdict,
  'apple-xcstrings': appleXcstrings,
  'gettext-po': gettextPo,
  'java-properties': javaProperties,
  'qt-ts': qtTs,
  resx: resx,
  toml: toml,
  'xliff-1': xliff1,
  'xliff-2': xliff2,
  'rails-yaml': railsYaml,
  'rails-yaml-many': railsYamlMany,
  'go-i18n-yaml': goI18nYaml,
  yaml: plainYaml,
  'php-array': phpArray,
  ini: ini,
  fluent: fluent,
  arb: arb,
  'chrome-json': chromeJson,
  csv: csv,
  'godot-csv': godotCsv,
  xlsx: xlsx,
  tmx: tmx,
  tbx: tbx,
}

/** Every format, in the order in which they are tried for a file. */
export const ALL_FORMATS: readonly Format[] = Object.values(FORMATS).map(withLimits)

/** Returns a format by its id, for projects that store the id of theirs. */
export function formatById(id: string): Format | null {
  return ALL_FORMATS.find((format) => format.id === id) ?? null
}

/**
 * The format of a file, or a code for the reason that it has none: `unknown-extension`, `other-tool-file`.
 */
export type FormatGuess =
  | { readonly format: Format }
  | { readonly format: null; readonly reason: 'unknown-extension' | 'other-tool-file' }

/**
 * Returns the usual format of files with that name; the path can be relative or absolute, with `/`. A pattern with
 * several extensions counts as its first one.
 */
export function formatFor(path: string): FormatGuess {
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\{ext=(\w+)[\w,]*\}$/, '$1')
    .toLowerCase()
  const format = byExtension.get(name.slice(Math.max(name.lastIndexOf('.'), 0)))
  if (format === undefined) return { format: null, reason: 'unknown-extension' }
  return isOtherToolsFile(name) ? { format: null, reason: 'other-tool-file' } : { format }
}

/** Grouped by extension, because a repository can have very many files. */
const byExtension = new Map<string, Format>()
for (const format of ALL_FORMATS.toReversed())
  for (const extension of format.extensions) byExtension.set(extension, format)

/** Settings of tools, and the reports that slang writes next to its texts. */
const OTHER_TOOLS =
  /^(?:_(?:missing|unused)_translations(?:_.+)?|package(?:-lock)?|npm-shrinkwrap|composer|bower|lerna|nx|turbo|dragoman|vercel|deno|biome|renovate|asset-manifest|cspell|tsconfig(?:\..+)?|jsconfig(?:\..+)?|.+\.config|.+\.schema|\..+)\.jsonc?$/

/**
 * Returns whether a JSON file is known to belong to a tool and never contains translations. `name` is the
 * file's name in lowercase.
 */
function isOtherToolsFile(name: string): boolean {
  return OTHER_TOOLS.test(name)
}

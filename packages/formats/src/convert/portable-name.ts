import type { EntryPath } from '@dragoman/core'
import type { FileUnit } from '../units/units-of.ts'

/** Between context and msgid in the names of gettext (EOT). */
const CONTEXT_END = '\u0004'

/**
 * The name of a key as files of any format can have it: without control characters. The context of gettext
 * stands before a bar, as Qt's does; line breaks are spelled `\n`.
 */
export function portableName(name: string): string {
  return name
    .replaceAll(CONTEXT_END, '|')
    .replace(
      /[\u0000-\u001f\u007f-\u009f]/g,
      (char) => SPELLED.get(char) ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
}

/**
 * Context and source text of a key that is made of them, as those of gettext and Qt are; null where a key is
 * only a name.
 */
export function contextOfKey({
  name,
  path,
  source,
}: Pick<FileUnit, 'name' | 'path' | 'source'>): readonly [context: string, source: string] | null {
  const cut = name.indexOf(CONTEXT_END)
  if (cut >= 0) return [name.slice(0, cut), name.slice(cut + 1)]
  const [context, text] = path
  const isQt =
    path.length === 2 &&
    typeof context === 'string' &&
    typeof text === 'string' &&
    name === `${context}|${text}`
  return isQt && (source === undefined || source.other === text || source.one === text)
    ? [context, text]
    : null
}

/**
 * Whether keys go with their line breaks and other control characters: into the catalog, and into files whose
 * programs take such keys. Keys of gettext and Qt are source texts with a context; catalogs have always known
 * them spelled.
 */
export function keepsName({ name }: Pick<FileUnit, 'name'>, from: string | null, to: string): boolean {
  return ANY_KEYS.has(to) && from !== 'gettext-po' && from !== 'qt-ts' && !name.includes(CONTEXT_END)
}

const ANY_KEYS: ReadonlySet<string> = new Set([
  'catalog',
  'i18next-json',
  'icu-json',
  'vue-i18n-json',
  'laravel-json',
  'slang-json',
  'json',
  'json5',
  'rails-yaml',
  'yaml',
  'php-array',
  'toml',
  'java-properties',
  'apple-strings',
  'gettext-po',
  'csv',
  'xlsx',
])

/**
 * The path of a key in a file that nests names, or as one name; `isKept`: as it is, whatever characters it
 * has.
 */
export function pathIn(
  unit: Pick<FileUnit, 'name' | 'path'>,
  isNesting: boolean,
  isKept: boolean,
): EntryPath {
  if (isKept) return isNesting && unit.path.join('.') === unit.name ? unit.path : [unit.name]
  const isPortable = portableName(unit.name) === unit.name && unit.path.join('.') === unit.name
  return isNesting && isPortable ? unit.path : [portableName(unit.name)]
}

const SPELLED: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

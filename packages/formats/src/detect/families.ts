import { formatById } from '../all.ts'
import type { Format } from '../format.ts'

/** Files with one extension and the same arrangements; their first bytes determine the format. */
export type Family = {
  /** With the dot, lowercase. */
  readonly extensions: readonly string[]
  /** Ids; the first one is used unless the content suggests another. */
  readonly formats: readonly string[]
  readonly layouts: readonly FamilyLayout[]
  /** The source language's file can lack the language: `messages.properties`, `Resources.resx`. */
  readonly bare: '' | '_' | '.'
  /**
   * Whether many other files have the extension too: then only a folder named for locales, or several
   * languages, are accepted.
   */
  readonly isCommon: boolean
  /** Whether the first bytes are conclusive: a single file is enough. */
  readonly isPlain: boolean
  /**
   * Whether the first bytes can be conclusive even without a matching name: a table with a column for each
   * language.
   */
  readonly provesItself: boolean
  /** Extensions that mean the same, so that files with either belong to one project. */
  readonly synonyms: readonly string[]
}

/**
 * `folder`: `{lng}/{ns}`, `file`: `{lng}`, `dot`: `{ns}.{lng}`, `dash`: `{ns}_{lng}` or `{ns}-{lng}`,
 * `first`: `{lng}.{ns}`, `name`: `{language}`.
 */
export type FamilyLayout =
  | 'folder'
  | 'file'
  | 'dot'
  | 'dash'
  | 'first'
  | 'name'
  | 'android'
  | 'lproj'
  | 'inside'

const FAMILIES: readonly Family[] = [
  family(['.i18n.json'], ['slang-json'], ['folder', 'file', 'dash'], { bare: '_' }),
  family(
    ['.json'],
    ['i18next-json', 'icu-json', 'vue-i18n-json', 'laravel-json', 'slang-json', 'json', 'chrome-json', 'arb'],
    ['folder', 'file', 'dot', 'dash', 'name'],
  ),
  family(['.json5', '.jsonc'], ['json5'], ['folder', 'file', 'dot'], { isCommon: true }),
  family(['.arb'], ['arb'], ['folder', 'file', 'dash', 'dot'], { isPlain: true }),
  family(['.xml'], ['android-xml', 'compose-xml'], ['android']),
  family(['.strings'], ['apple-strings'], ['lproj']),
  family(['.stringsdict'], ['apple-stringsdict'], ['lproj']),
  family(['.xcstrings'], ['apple-xcstrings'], ['inside']),
  family(['.po'], ['gettext-po'], ['folder', 'file', 'dot', 'dash'], { isPlain: true }),
  family(['.properties'], ['java-properties'], ['folder', 'file', 'dash'], { bare: '_', isCommon: true }),
  family(['.ts'], ['qt-ts'], ['file', 'dash'], { isCommon: true, isPlain: true }),
  family(['.resx'], ['resx'], ['dot'], { bare: '.' }),
  family(['.resw'], ['resx'], ['folder'], {}),
  family(['.toml'], ['toml'], ['folder', 'file', 'dot', 'inside'], { isCommon: true }),
  family(['.xlf', '.xliff', '.xlf2'], ['xliff-1', 'xliff-2'], ['folder', 'file', 'dot', 'first', 'name'], {
    bare: '.',
    synonyms: ['.xlf', '.xliff'],
  }),
  family(['.yml', '.yaml'], ['rails-yaml', 'yaml'], ['folder', 'file', 'dot', 'dash'], {
    isCommon: true,
    synonyms: ['.yml', '.yaml'],
  }),
  family(['.php'], ['php-array'], ['folder', 'file', 'dash'], { isCommon: true }),
  family(['.ini'], ['ini'], ['folder', 'file', 'dash', 'dot', 'name'], { isCommon: true }),
  family(['.txt', '.lng'], ['ini'], ['folder', 'file', 'dash', 'dot', 'name'], { isCommon: true }),
  family(['.ftl'], ['fluent'], ['folder', 'file', 'dot', 'dash']),
  family(['.csv', '.tsv'], ['csv', 'godot-csv'], ['folder', 'file', 'dash', 'dot', 'inside'], {
    isCommon: true,
    provesItself: true,
  }),
]

/**
 * Returns the possible kinds of a file by its name; null for files that never contain translations.
 * `extension` is spelled as in the path.
 */
export function familyOf(path: string): { readonly family: Family; readonly extension: string } | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const families = byEnd.get(name.slice(name.lastIndexOf('.')).toLowerCase())
  if (families === undefined) return null
  const lower = name.toLowerCase()
  for (const [end, own] of families) {
    if (lower.endsWith(end) && lower !== end) return { family: own, extension: name.slice(-end.length) }
  }
  return null
}

/** Returns the formats of a family, the usual one first. */
export function formatsOf({ formats }: Family): readonly Format[] {
  return formats.flatMap((id) => formatById(id) ?? [])
}

/** Families by the last part of their extensions, longer extensions first. */
const byEnd = new Map<string, (readonly [string, Family])[]>()
for (const own of FAMILIES) {
  if (formatsOf(own).length === 0) continue
  for (const extension of own.extensions) {
    const end = extension.slice(extension.lastIndexOf('.'))
    byEnd.set(end, [...(byEnd.get(end) ?? []), [extension, own]])
  }
}

function family(
  extensions: readonly string[],
  formats: readonly string[],
  layouts: readonly FamilyLayout[],
  more: Partial<Pick<Family, 'bare' | 'isCommon' | 'isPlain' | 'provesItself' | 'synonyms'>> = {},
): Family {
  return {
    extensions,
    formats,
    layouts,
    bare: '',
    isCommon: false,
    isPlain: false,
    provesItself: false,
    synonyms: [],
    ...more,
  }
}

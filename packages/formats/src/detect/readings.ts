import { languageAmongOthers, languageOfName } from '../paths/language-name.ts'
import type { Layout } from './detection.ts'
import type { Family } from './families.ts'

/** One way to read one path. */
export type Reading = {
  readonly path: string
  readonly family: Family
  readonly layout: Layout
  /** The folder above the variable part. */
  readonly base: string
  /**
   * The pattern from there on, with a plain language placeholder. It ends in `.{ext}` if other extensions mean the
   * same.
   */
  readonly template: string
  /** Null if not in the path: a file of the source language, or with many languages. */
  readonly language: string | null
  readonly languageAsWritten: string
  /** Absent if the path has no part for one. */
  readonly namespace?: string
}

export type TagOf = (text: string) => string | null

/** Returns all ways to read a path. */
export function readingsOf(
  path: string,
  { family, extension }: { family: Family; extension: string },
  tagOf: TagOf,
): readonly Reading[] {
  const folders = path.split('/').slice(0, -1)
  const stem = path.slice(path.lastIndexOf('/') + 1, path.length - extension.length)
  const isAny = family.synonyms.includes(extension)
  const reader: Reader = {
    path,
    family,
    extension: isAny ? ANY_EXTENSION : extension,
    folders,
    stem,
    tagOf,
  }
  const readings: Reading[] = []
  for (const layout of family.layouts) readings.push(...READERS[layout](reader))
  return readings
}

/** The end of a template for files of several extensions; a detected pattern names them. */
export const ANY_EXTENSION = '.{ext}'

type Reader = {
  readonly path: string
  readonly family: Family
  readonly extension: string
  readonly folders: readonly string[]
  readonly stem: string
  readonly tagOf: TagOf
}

const READERS: Readonly<Record<Family['layouts'][number], (reader: Reader) => readonly Reading[]>> = {
  folder: readFolders,
  file: readFile,
  dot: readDotted,
  dash: readDashed,
  first: readLanguageFirst,
  name: readName,
  android: readAndroid,
  lproj: readLproj,
  inside: readInside,
}

function readFolders(reader: Reader): readonly Reading[] {
  const { folders, stem, extension, tagOf } = reader
  return folders.flatMap((folder, i) => {
    const language = tagOf(folder)
    if (language === null) return []
    const at = { base: folders.slice(0, i).join('/'), language, languageAsWritten: folder }
    const rest = folders.slice(i + 1)
    if (stem === folder && rest.length === 0)
      return [
        readingOf(reader, { ...at, layout: 'folder-per-language', template: `{lng}/{lng}${extension}` }),
      ]
    if (rest[0] === 'LC_MESSAGES') {
      const namespace = [...rest.slice(1), stem].join('/')
      return [
        readingOf(reader, {
          ...at,
          layout: 'gettext-locale',
          template: `{lng}/LC_MESSAGES/{ns}${extension}`,
          namespace,
        }),
      ]
    }
    return [
      readingOf(reader, {
        ...at,
        layout: 'folder-per-language',
        template: `{lng}/{ns}${extension}`,
        namespace: [...rest, stem].join('/'),
      }),
    ]
  })
}

function readFile(reader: Reader): readonly Reading[] {
  const { folders, stem, extension, tagOf } = reader
  const language = tagOf(stem)
  if (language === null || folders.at(-1) === stem) return []
  return [
    readingOf(reader, {
      layout: 'file-per-language',
      base: folders.join('/'),
      template: `{lng}${extension}`,
      language,
      languageAsWritten: stem,
    }),
  ]
}

function readDotted(reader: Reader): readonly Reading[] {
  const { family, folders, stem, extension, tagOf } = reader
  const base = folders.join('/')
  const dot = stem.lastIndexOf('.')
  const language = dot > 0 ? tagOf(stem.slice(dot + 1)) : null
  const layout = 'language-before-extension'
  const hole = family.bare === '.' ? '{.lng}' : '.{lng}'
  const template = `{ns}${hole}${extension}`
  if (language !== null)
    return [
      readingOf(reader, {
        layout,
        base,
        template,
        language,
        languageAsWritten: stem.slice(dot + 1),
        namespace: stem.slice(0, dot),
      }),
    ]
  return family.bare === '.'
    ? [readingOf(reader, { layout, base, template, language: null, namespace: stem })]
    : []
}

/** Reads the longest language: `app_pt_BR` is not Breton. */
function readDashed(reader: Reader): readonly Reading[] {
  const { family, folders, stem, extension, tagOf } = reader
  const base = folders.join('/')
  const layout = 'language-after-name'
  if (!/[-_][A-Za-z]{2,3}(?:$|[-_@])/.test(stem) && family.bare !== '_') return []
  if (tagOf(stem) !== null && languageAmongOthers(stem) === null) return []
  const readings: Reading[] = []
  for (const match of stem.matchAll(/[-_]/g)) {
    const written = stem.slice(match.index + 1)
    const language = match.index === 0 ? null : tagOf(written)
    // `app-x-ray` is no private language.
    if (language === null || language.startsWith('x-')) continue
    const namespace = stem.slice(0, match.index)
    const hole = family.bare === match[0] ? `{${match[0]}lng}` : `${match[0]}{lng}`
    readings.push(
      readingOf(reader, {
        layout,
        base,
        template: `{ns}${hole}${extension}`,
        language,
        languageAsWritten: written,
        namespace,
      }),
    )
    // If its neighbours do not show that `ckb-KU` is a language, `KU` is one.
    if (languageAmongOthers(written) === null) return readings
  }
  if (family.bare !== '_') return readings
  return [
    ...readings,
    readingOf(reader, { layout, base, template: `{ns}{_lng}${extension}`, language: null, namespace: stem }),
  ]
}

/** Reads TYPO3's names: `de.locallang.xlf` alongside `locallang.xlf`. */
function readLanguageFirst(reader: Reader): readonly Reading[] {
  const { folders, stem, extension, tagOf } = reader
  const at = {
    layout: 'language-before-extension',
    base: folders.join('/'),
    template: `{lng.}{ns}${extension}`,
  } as const
  const dot = stem.indexOf('.')
  const language = dot > 0 ? tagOf(stem.slice(0, dot)) : null
  if (language === null) return [readingOf(reader, { ...at, language: null, namespace: stem })]
  return [
    readingOf(reader, {
      ...at,
      language,
      languageAsWritten: stem.slice(0, dot),
      namespace: stem.slice(dot + 1),
    }),
  ]
}

/** Reads `German.ini`, `Simplified Chinese.Plugins.xlf`. */
function readName(reader: Reader): readonly Reading[] {
  const { folders, stem, extension, tagOf } = reader
  const dot = stem.indexOf('.')
  const written = dot > 0 ? stem.slice(0, dot) : stem
  const language = languageOfName(written) ?? tagOf(written)
  if (language === null) return []
  const template = `{language}${stem.slice(written.length)}${extension}`
  return [
    readingOf(reader, {
      layout: 'language-names',
      base: folders.join('/'),
      template,
      language,
      languageAsWritten: written,
    }),
  ]
}

/**
 * Reads `res/values-pt-rBR/strings.xml`; `values-night` and other qualifiers are not languages, and their
 * files are not translations.
 */
function readAndroid(reader: Reader): readonly Reading[] {
  const { folders, stem, extension, tagOf } = reader
  const folder = folders.at(-1) ?? ''
  const written = folder.startsWith('values-') ? folder.slice('values-'.length) : null
  if (written === null && folder !== 'values') return readMoko(reader)
  const language = written === null ? null : tagOf(written)
  if (written !== null && language === null) return []
  const at = {
    layout: 'android-values',
    base: folders.slice(0, -1).join('/'),
    template: `values{-lng}/{ns}${extension}`,
  } as const
  return [readingOf(reader, { ...at, language, languageAsWritten: written ?? '', namespace: stem })]
}

/**
 * Reads `commonMain/moko-resources/pt-rBR/strings.xml` of moko-resources, or in its former folder `resources/MR`; the
 * source texts are in `base`.
 */
function readMoko(reader: Reader): readonly Reading[] {
  const { folders, stem, extension, tagOf } = reader
  const base = folders.slice(0, -1).join('/')
  const written = folders.at(-1) ?? ''
  if (!/(?:^|\/)(?:moko-resources|resources\/MR)$/.test(base)) return []
  const language = written === MOKO_SOURCE ? null : tagOf(written)
  if (language === null && written !== MOKO_SOURCE) return []
  const at = { layout: 'android-values', base, template: `{lng}/{ns}${extension}` } as const
  return [readingOf(reader, { ...at, language, languageAsWritten: written, namespace: stem })]
}

/** The folder of the source texts in moko-resources. */
export const MOKO_SOURCE = 'base'

function readLproj(reader: Reader): readonly Reading[] {
  const { folders, stem, extension, tagOf } = reader
  const folder = folders.at(-1) ?? ''
  if (!folder.endsWith('.lproj')) return []
  const written = folder.slice(0, -'.lproj'.length)
  const language = written === 'Base' ? null : tagOf(written)
  if (language === null && written !== 'Base') return []
  const at = {
    layout: 'apple-lproj',
    base: folders.slice(0, -1).join('/'),
    template: `{lng}.lproj/{ns}${extension}`,
  } as const
  return [readingOf(reader, { ...at, language, languageAsWritten: written, namespace: stem })]
}

function readInside(reader: Reader): readonly Reading[] {
  const { folders, stem, extension } = reader
  const at = { layout: 'languages-in-file', base: folders.join('/'), template: `{ns}${extension}` } as const
  return [readingOf(reader, { ...at, language: null, namespace: stem })]
}

function readingOf(
  { path, family }: Reader,
  reading: Omit<Reading, 'path' | 'family' | 'languageAsWritten'> & { readonly languageAsWritten?: string },
): Reading {
  return { path, family, languageAsWritten: '', ...reading }
}

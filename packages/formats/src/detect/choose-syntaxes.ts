import { formatById } from '../all.ts'
import { decodeBytes } from '../bytes/decode.ts'
import type { DetectedFile, Detection } from './detection.ts'
import type { FolderContent } from './folder-content.ts'
import { parentOf } from './merge-folders.ts'
import { FORMATS_OF_PROGRAMS, syntaxOfTexts } from './syntax-of-texts.ts'

/**
 * A program whose rules differ from the usual ones of a format. `file` is one of its own, in the folder of the
 * locale files or above; `sign` is what it contains.
 */
type Program = {
  readonly syntax: string
  readonly formats: readonly string[]
  readonly file: string
  readonly sign: RegExp
  /** Files of the same name further up belong to other programs. */
  readonly isNearestOnly?: true
}

const OF_ICU = ['icu-json', 'json', 'json5', 'yaml']

/** The first program that is found counts. docs/messages.md has the same table. */
const PROGRAMS: readonly Program[] = [
  {
    syntax: 'flutter-escaping',
    formats: ['arb'],
    file: 'l10n.yaml',
    sign: /^use-escaping\s*:\s*(?:true|"true"|'true')\s*(?:#.*)?$/m,
    isNearestOnly: true,
  },
  // They build on FormatJS with its option `ignoreTag`. i18next-icu is listed next to FormatJS in a package.json.
  {
    syntax: 'icu',
    formats: [...OF_ICU, 'i18next-json'],
    file: 'package.json',
    sign: dependency('i18next-icu'),
  },
  { syntax: 'icu', formats: OF_ICU, file: 'package.json', sign: dependency('ember-intl', 'svelte-i18n') },
  {
    syntax: 'formatjs',
    formats: OF_ICU,
    file: 'package.json',
    sign: dependency(
      'react-intl',
      'next-intl',
      'use-intl',
      'vue-intl',
      'intl-messageformat',
      '@formatjs/[\\w-]+',
      '@ngx-formatjs/[\\w-]+',
    ),
  },
  {
    syntax: 'mixed',
    formats: ['yaml', 'php-array', 'json', 'ini', 'icu-json', 'csv'],
    file: 'composer.json',
    sign: dependency('symfony/(?:translation|framework-bundle|symfony|twig-bundle)'),
  },
]

function dependency(...names: readonly string[]): RegExp {
  return new RegExp(`"(?:${names.join('|')})"\\s*:`)
}

/** Files of settings are short; a file that is longer than this is another one. */
const SETTINGS_BYTES = 256 * 1024

/**
 * Returns the message syntax of each format that could read some files: that of the program that loads them if
 * its own files, or the texts of the source language, show it; otherwise the usual one of the format.
 */
export async function chooseSyntaxes(
  { formats, files, sourceLanguage }: Pick<Detection, 'formats' | 'files' | 'sourceLanguage'>,
  content: FolderContent,
): Promise<ReadonlyMap<string, string>> {
  const syntaxes = new Map<string, string>()
  const sourcePath = (files.find(({ language }) => language === sourceLanguage) ?? files[0])?.path
  if (sourcePath !== undefined) {
    if (formats.includes('java-properties') && !(await isForMessageFormat(sourcePath, content)))
      syntaxes.set('java-properties', 'icu')
    await addByPrograms(syntaxes, formats, { from: parentOf(sourcePath), content })
    await addByTexts(syntaxes, { formats, files, sourceLanguage }, content)
  }
  for (const id of formats) if (!syntaxes.has(id)) syntaxes.set(id, formatById(id)?.syntax ?? UNKNOWN)
  return syntaxes
}

const UNKNOWN = 'plain'

/** Searches the folder and those above it; the nearest program counts. */
async function addByPrograms(
  syntaxes: Map<string, string>,
  formats: readonly string[],
  { from, content }: { readonly from: string; readonly content: FolderContent },
): Promise<void> {
  const possible = PROGRAMS.filter((program) => program.formats.some((id) => formats.includes(id)))
  const files = new Set(possible.map(({ file }) => file))
  for (let folder = from; files.size > 0; folder = parentOf(folder)) {
    for (const file of files) {
      const path = folder === '' ? file : `${folder}/${file}`
      const { text } = decodeBytes((await content.bytes(path)).subarray(0, SETTINGS_BYTES))
      if (text === '') continue
      for (const program of possible) {
        if (program.file !== file) continue
        if (program.isNearestOnly === true) files.delete(file)
        if (!program.sign.test(text)) continue
        for (const id of program.formats) if (!syntaxes.has(id)) syntaxes.set(id, program.syntax)
      }
    }
    if (folder === '') return
  }
}

/** Source files that are read for their placeholders. */
const READ_FILES = 20
const READ_BYTES = 1024 * 1024

/** Adds the syntaxes that the placeholders of the source texts show, for formats of which no program is known. */
async function addByTexts(
  syntaxes: Map<string, string>,
  { formats, files, sourceLanguage }: Pick<Detection, 'formats' | 'files' | 'sourceLanguage'>,
  content: FolderContent,
): Promise<void> {
  const open = formats.filter((id) => FORMATS_OF_PROGRAMS.has(id) && !syntaxes.has(id))
  if (open.length === 0) return
  const ofSource = files.filter(({ language }) => language === sourceLanguage)
  const read: { readonly file: DetectedFile; readonly bytes: Uint8Array }[] = []
  let size = 0
  for (const file of (ofSource.length > 0 ? ofSource : files).slice(0, READ_FILES)) {
    if (size > READ_BYTES) break
    const bytes = await content.bytes(file.path)
    size += bytes.length
    read.push({ file, bytes })
  }
  for (const id of open) {
    const format = formatById(id)
    if (format === null) continue
    const entries = read.flatMap(({ file: { language, side = 'target' }, bytes }) => [
      ...format.read(bytes, { language, side }).entries.values(),
    ])
    const syntax = syntaxOfTexts(format, entries)
    if (syntax !== null) syntaxes.set(id, syntax)
  }
}

/**
 * Returns whether the texts of a properties file can be patterns of `java.text.MessageFormat`. If its authors
 * write `can't` next to an argument and never `can''t`, another program formats them.
 */
async function isForMessageFormat(path: string, content: FolderContent): Promise<boolean> {
  const { text } = decodeBytes((await content.bytes(path)).subarray(0, SETTINGS_BYTES))
  const lines = text.split('\n').filter((line) => /^[^#!][^=:\r\n]*[=:].*\{\d/.test(line))
  return !lines.some((line) => /\p{L}'\p{L}/u.test(line)) || lines.some((line) => line.includes("''"))
}

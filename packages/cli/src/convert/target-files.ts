import { groupBy } from '@dragoman/core'
import {
  type Content,
  type Converted,
  contentOf,
  convert,
  type Format,
  formatById,
  formatOfNewFile,
  pathFor,
  spellLanguage,
} from '@dragoman/formats'
import { UsageError } from '../terminal.ts'
import { isPattern, type SourceFile } from './source-files.ts'

export type TargetFile = Converted & {
  readonly path: string
  readonly format: string
  readonly from: readonly string[]
}

export type TargetOptions = {
  readonly format: string | null
  readonly language: string | null
  readonly sourceLanguage: string
}

/**
 * Plans the contents of the files at TO: one per language, or one for all, depending on the pattern and the
 * format. Nothing is written yet.
 */
export function planTargetFiles(
  files: readonly SourceFile[],
  to: string,
  options: TargetOptions,
): readonly TargetFile[] {
  const format = options.format === null ? formatOfNewFile(to) : formatById(options.format)
  if (format === null) throw new UsageError(`The format of ${to} is not known. Set it with --to-format.`)
  const planned = new Map<string, TargetFile>()
  for (const [namespace, group] of byNamespace(files)) {
    const { content, from } = contentOfFiles(group, options.sourceLanguage)
    const languages = languagesFor(content, format, to, options)
    for (const language of languages) {
      const path = pathOf(to, { language, namespace, group })
      if (planned.has(path))
        throw new UsageError(
          `Several files would go into ${path}. Put ${to.includes('{lng') ? '{ns}' : '{lng}'} into ${to}.`,
        )
      const file = convert(content, { format, language, otherLanguages: languages })
      requireAll(content, file.languages, { format, to, options })
      planned.set(path, { ...file, path, format: format.id, from })
    }
  }
  return [...planned.values()]
}

type Wish = { readonly format: Format; readonly to: string; readonly options: TargetOptions }

/**
 * Throws UsageError if a multilingual format cannot name the languages, so that all but one would be dropped,
 * and the user has not chosen one.
 */
function requireAll({ languages }: Content, written: readonly string[], { format, to, options }: Wish): void {
  const isChosen = options.language !== null || /\{[^{}]*(?:lng|language)/.test(to)
  if (format.languages === 'many' && !isChosen && written.length < languages.size)
    throw severalLanguages([...languages.keys()], to)
}

function severalLanguages(all: readonly string[], to: string): UsageError {
  return new UsageError(
    `There are several languages: ${all.join(', ')}. Put {lng} into ${to}, or choose one with --language.`,
  )
}

function byNamespace(files: readonly SourceFile[]): ReadonlyMap<string, readonly SourceFile[]> {
  return groupBy(files, (file) => file.namespace)
}

function contentOfFiles(
  group: readonly SourceFile[],
  sourceLanguage: string,
): { readonly content: Content; readonly from: readonly string[] } {
  const formats = new Set(group.map(({ format }) => format))
  const [format] = formats
  if (format === undefined || formats.size > 1)
    throw new UsageError(
      `The files have several formats: ${[...formats].map(({ id }) => id).join(', ')}. Set one with --from-format.`,
    )
  // Every bilingual file repeats the source texts; those of the first file are used.
  const reported = new Set<string>()
  const documents = group
    .flatMap((file) => file.documents)
    .filter(({ language, document }) => {
      const isAgain = document.view?.side === 'source' && reported.has(language)
      reported.add(language)
      return !isAgain
    })
  return { content: contentOf(format, documents, sourceLanguage), from: group.map(({ path }) => path) }
}

/** Returns the languages that get a file: all, those in TO, or the only possible one. */
function languagesFor(
  { languages, sourceLanguage }: Content,
  format: Format,
  to: string,
  { language }: TargetOptions,
): readonly string[] {
  const all = [...languages.keys()]
  if (language !== null) {
    if (!languages.has(language))
      throw new UsageError(`There is nothing in ${language}. Languages: ${all.join(', ')}.`)
    return [language]
  }
  if (isPattern(to) && /\{[^{}]*(?:lng|language)/.test(to)) {
    const isOnlySource = all.length === 1
    return format.languages === 'two' && !isOnlySource ? all.filter((one) => one !== sourceLanguage) : all
  }
  const translations = all.filter((one) => one !== sourceLanguage)
  const [first] = translations.length > 0 ? translations : all
  if (format.languages === 'many')
    return [languages.has(sourceLanguage) ? sourceLanguage : (first ?? sourceLanguage)]
  if (translations.length > 1) throw severalLanguages(all, to)
  return first === undefined ? [] : [first]
}

function pathOf(
  to: string,
  {
    language,
    namespace,
    group,
  }: { readonly language: string; readonly namespace: string; readonly group: readonly SourceFile[] },
): string {
  if (!isPattern(to)) return to
  const siblings = group
    .map(({ languageAsWritten }) => languageAsWritten)
    .filter((written) => /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]+)*$/.test(written))
  return pathFor(to, spellLanguage(language, siblings, to), namespace)
}

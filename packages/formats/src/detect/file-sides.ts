import { compareTexts, tagFromPath } from '@dragoman/core'
import type { Format } from '../format.ts'
import type { DetectedFile } from './detection.ts'
import type { FolderContent } from './folder-content.ts'

type OneSided = Omit<DetectedFile, 'side'>

/**
 * Returns the side of each file to read, if files contain source and translation. In bilingual formats the
 * source language's file is read as a translation if its translations are filled, because its other side then
 * has names. If that language has no file, the first translation of a namespace provides the sources.
 */
export function withSides(
  files: readonly OneSided[],
  { format, sourceLanguage, heads }: SidesRequest,
): readonly DetectedFile[] {
  const sided: DetectedFile[] = []
  const served = new Set<string>()
  for (const file of files) {
    if (file.language !== sourceLanguage) continue
    served.add(file.namespace)
    sided.push({
      ...file,
      side: format.languages !== 'two' || isFilled(heads.get(file.path) ?? '') ? 'target' : 'source',
    })
  }
  for (const file of files) {
    if (file.language === sourceLanguage) continue
    if (!served.has(file.namespace)) {
      served.add(file.namespace)
      sided.push({ ...file, language: sourceLanguage, languageAsWritten: sourceLanguage, side: 'source' })
    }
    sided.push({ ...file, side: 'target' })
  }
  return sided.sort((a, b) => compareTexts(a.path, b.path))
}

type SidesRequest = {
  readonly format: Format
  readonly sourceLanguage: string
  readonly heads: ReadonlyMap<string, string>
}

/** Whether the translations at the beginning of a file have texts: PO, XLIFF, Qt and gotext. */
function isFilled(head: string): boolean {
  const filled = head.match(FILLED)?.length ?? 0
  const units = head.match(UNIT)?.length ?? 0
  return filled * 2 > units
}

const FILLED =
  /^msgstr(?:\[0\])?[ \t]+"(?!")|^msgstr(?:\[0\])?[ \t]+""\r?\n"(?!(?:Project-Id-Version|MIME-Version|Language|Report-Msgid|POT-Creation|PO-Revision|Content-Type)[^"\n]*:)|<target(?:\s[^>]*[^/>])?>(?!\s*<\/)|<translation(?:\s[^>]*[^/>])?>(?!\s*<\/)|"translation"\s*:\s*(?:"[^"]|\{)/gm
const UNIT = /^msgid[ \t]+"|<(?:trans-unit|segment|message)[\s>]|"message"\s*:/gm

/**
 * Returns the languages of multilingual files, with one entry per file and language. `sourceLanguage`: as
 * chosen by a person; null: as in the files.
 */
export async function filesByContent(
  files: readonly Omit<OneSided, 'language' | 'languageAsWritten'>[],
  format: Format,
  { content, sourceLanguage }: { readonly content: FolderContent; readonly sourceLanguage: string | null },
): Promise<{ readonly files: readonly DetectedFile[]; readonly source: string | null }> {
  const sided: DetectedFile[] = []
  let found = sourceLanguage
  await content.prepare?.(files.map(({ path }) => path))
  for (const { path, namespace } of files) {
    const { source, targets } = format.languagesIn?.(await content.bytes(path)) ?? {
      source: null,
      targets: [],
    }
    const names = source === null || targets.includes(source) ? targets : [source, ...targets]
    const tags = names.flatMap((name) => {
      const language = tagFromPath(name)
      return language === null ? [] : [{ language, languageAsWritten: name }]
    })
    const own =
      sourceLanguage ?? tags.find((tag) => tag.languageAsWritten === source)?.language ?? englishAmong(tags)
    if (tags.length === 0 || own === undefined) continue
    found ??= own
    for (const tag of tags)
      sided.push({ path, namespace, ...tag, side: tag.language === own ? 'source' : 'target' })
  }
  return { files: sided, source: found }
}

function englishAmong(tags: readonly { readonly language: string }[]): string | undefined {
  return (
    tags.find(({ language }) => language === 'en') ??
    tags.find(({ language }) => language.startsWith('en-')) ??
    tags[0]
  )?.language
}

/**
 * Returns the source language named in bilingual files or in the ecosystem's own settings; null if there is
 * none.
 */
export async function findStatedSource(
  format: Format,
  heads: ReadonlyMap<string, string>,
  { content, base }: { readonly content: FolderContent; readonly base: string },
): Promise<string | null> {
  if (format.languages === 'two') {
    for (const head of heads.values()) {
      const stated =
        /\s(?:source-language|srcLang|sourcelanguage)\s*=\s*["']([^"']+)["']|"X-Source-Language: ([\w@-]+)/.exec(
          head,
        )
      const tag = stated === null ? null : tagFromPath(stated[1] ?? stated[2] ?? '')
      if (tag !== null) return tag
    }
  }
  return (await format.sourceLanguageFor?.(base, (path) => content.head(path))) ?? null
}

import { compareTexts } from '@dragoman/core'
import type { Format } from '../format.ts'
import { DEFAULT_NAMESPACE } from '../paths/path-pattern.ts'
import { withLanguages } from '../paths/pattern-parts.ts'
import { type Candidate, type CandidateFile, scoreCandidate } from './candidates.ts'
import type { FormatChoice } from './choose-format.ts'
import { chooseSource } from './choose-source.ts'
import type { DetectedFile, Detection, Doubt, SkippedFile } from './detection.ts'
import { isIrregular } from './drop-words.ts'
import { filesByContent, findStatedSource, withSides } from './file-sides.ts'
import { findTemplate } from './find-template.ts'
import type { FolderContent } from './folder-content.ts'
import { guessBareLanguage } from './guess-bare-language.ts'
import { ANY_EXTENSION } from './readings.ts'

/** A detection that lacks the syntaxes of its texts. */
export type DescribedFiles = Omit<Detection, 'syntaxes'>

/**
 * Returns a candidate whose format is known as a detection, without skipped files; null if no file is left.
 */
export async function describe(
  candidate: Candidate,
  choice: FormatChoice,
  { content, heads, sourceLanguage, byFolder }: DescribeRequest,
): Promise<DescribedFiles | null> {
  const { format, formats, reason, refused } = choice
  const stated = sourceLanguage ?? (await findStatedSource(format, heads, { content, base: candidate.base }))
  const bare = stated === null ? await guessBareLanguage(candidate, format, content) : null
  // If those files are not English, those of English in their places are used.
  const likely = stated ?? bare ?? 'en'
  const judged = likely === 'en' ? candidate : (scoreCandidate(candidate.readings, likely) ?? candidate)
  const fitting = judged.files.filter((file) => !refused.has(file.path))
  // If only their content could show that they are locale files, others are simply unrelated files.
  const others = candidate.isToProve
    ? []
    : [...refused].map((path): SkippedFile => ({ path, reason: 'other-content' }))
  const skipped: SkippedFile[] = [...judged.unfit, ...others]
  if (fitting.length === 0) return null
  const { pattern: open, files: named } = patternOf(judged, fitting, format)
  const common = {
    format: format.id,
    formats,
    formatReason: reason,
    layout: judged.layout,
    skipped,
    doubts: choice.doubts,
  }
  if (judged.layout === 'languages-in-file') {
    const { files, source } = await filesByContent(named, format, { content, sourceLanguage })
    return files.length === 0 || source === null
      ? null
      : { ...common, pattern: open, sourceLanguage: source, files }
  }
  const holdsSources = await haveSources(named, format, content)
  const template = named.some(isOfSource)
    ? null
    : await findTemplate(judged, { pattern: open, named, format, content, byFolder })
  // The texts of a template are not in the language of any translation.
  const {
    language: source,
    other,
    keysAreSources,
  } = await chooseSource(named, {
    stated,
    content,
    heads,
    format,
    bare,
    layout: judged.layout,
    base: judged.base,
    holdsSources: holdsSources || template !== null,
  })
  const withTemplate = named.some((file) => file.language === source) ? null : template
  const plain = [...named, ...(withTemplate?.files ?? [])].map((file) => ({
    ...file,
    language: file.language ?? source,
  }))
  const files: readonly DetectedFile[] = holdsSources
    ? withSides(plain, { format, sourceLanguage: source, heads })
    : plain
  // `Base.lproj` of Apple, `base` of moko-resources; `cn` for Chinese.
  const spellings = new Map(
    named.flatMap((file): [string, string][] => {
      if (file.language === null && file.languageAsWritten !== '') return [[source, file.languageAsWritten]]
      return file.language !== null && isIrregular(file) ? [[file.language, file.languageAsWritten]] : []
    }),
  )
  const pattern = withLanguages(withTemplate?.pattern ?? open, {
    source,
    ...(spellings.size === 0 ? {} : { spellings }),
  })
  const doubts: readonly Doubt[] =
    other === null ? [] : [{ kind: 'source-language', choices: [source, other] }]
  return {
    ...common,
    pattern,
    sourceLanguage: source,
    ...(keysAreSources ? { keysAreSources: true } : {}),
    files,
    doubts: [...common.doubts, ...doubts],
  }
}

export type DescribeRequest = {
  readonly content: FolderContent
  readonly heads: ReadonlyMap<string, string>
  /** As chosen by a person. */
  readonly sourceLanguage: string | null
  /** All relevant files, by their folders. */
  readonly byFolder: ReadonlyMap<string, readonly string[]>
}

function isOfSource({ language }: CandidateFile): boolean {
  return language === null || language === 'en'
}

/**
 * Returns the pattern, with a placeholder for the namespace only if there are several, or if more are likely
 * to follow.
 */
function patternOf(
  { base, template: anyExtension, layout, family }: Candidate,
  files: readonly CandidateFile[],
  format: Format,
): { readonly pattern: string; readonly files: readonly CandidateFile[] } {
  const closed = withExtensions(anyExtension, files)
  // Only if it exists: the source language's file without a language.
  const isOptional = family.isSourceBare || files.some((file) => file.language === null)
  const template = isOptional
    ? closed
    : closed.replace(/\{([-_.])lng\}/, '$1{lng}').replace('{lng.}', '{lng}.')
  const prefix = base === '' ? '' : `${base}/`
  const names = [...new Set(files.map((file) => file.namespace))].sort(compareTexts)
  const [only = ''] = names
  const { hasOneFile = false } = format
  const isOpen = layout === 'folder-per-language' ? !hasOneFile : OPEN.has(layout)
  const staysOpen =
    layout === 'language-before-extension' &&
    !hasOneFile &&
    family.formats.some(({ id }) => /json$|yaml$/.test(id))
  if (template.startsWith('{ns}/') || !template.includes('{ns}')) return { pattern: prefix + template, files }
  if (names.length === 1 && !isOpen && !staysOpen) {
    const fixed = files.map((file) => ({ ...file, namespace: DEFAULT_NAMESPACE }))
    return { pattern: prefix + template.replace('{ns}', () => only), files: fixed }
  }
  const list = names.join(',')
  // Other resources and settings are next to the texts, so only the files that contain texts now are read.
  const isListed =
    (family.hasOtherFiles || (layout === 'languages-in-file' && family.isCommon)) &&
    list.length <= LIST_MAX &&
    names.length > 1
  return { pattern: prefix + (isListed ? template.replace('{ns}', () => `{ns=${list}}`) : template), files }
}

/** Returns the template with the extensions of the files, the most frequent one first. */
function withExtensions(template: string, files: readonly CandidateFile[]): string {
  if (!template.endsWith(ANY_EXTENSION)) return template
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const extension = path.slice(path.lastIndexOf('.') + 1)
    counts.set(extension, (counts.get(extension) ?? 0) + 1)
  }
  const [first = '', ...more] = [...counts].sort((a, b) => b[1] - a[1]).map(([extension]) => extension)
  const end = more.length === 0 ? `.${first}` : `.{ext=${[first, ...more].join(',')}}`
  return template.slice(0, -ANY_EXTENSION.length) + end
}

const OPEN: ReadonlySet<string> = new Set(['apple-lproj', 'gettext-locale'])
const LIST_MAX = 200

/**
 * Whether the files contain their source texts. If only some files of a format do, the first file decides.
 */
async function haveSources(
  files: readonly CandidateFile[],
  format: Format,
  content: FolderContent,
): Promise<boolean> {
  if (format.languages === 'two') return true
  if (format.holdsSources === undefined) return false
  const [first] = files
  return first !== undefined && format.holdsSources(await content.bytes(first.path))
}

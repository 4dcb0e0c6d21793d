import { baseLanguage, compareTexts, groupBy, isIgnoredFolder } from '@dragoman/core'
import { formatFor } from '../all.ts'
import { languageAmongOthers, languageInName } from '../paths/language-name.ts'
import { partsOfPattern } from '../paths/pattern-parts.ts'
import { detectConfigured } from '../project-file/detect-configured.ts'
import type { ProjectFile } from '../project-file/read-project-file.ts'
import { type Candidate, type CandidateFile, candidatesFrom } from './candidates.ts'
import { chooseFormat } from './choose-format.ts'
import { chooseSyntaxes } from './choose-syntaxes.ts'
import { type DescribedFiles, type DescribeRequest, describe } from './describe.ts'
import type { Detection, Doubt, SkippedFile } from './detection.ts'
import { dropWords } from './drop-words.ts'
import { familyOf } from './families.ts'
import { findGenerated } from './find-generated.ts'
import { type FolderContent, readHeads } from './folder-content.ts'
import { mergeFolders, parentOf } from './merge-folders.ts'
import { readingsOf } from './readings.ts'

export type DetectOptions = {
  /** As chosen by a person: the language of files without one in their path. */
  readonly sourceLanguage?: string | undefined
  /** The content of the folder's `dragoman.json`, which takes precedence over all guesses. */
  readonly projectFile?: ProjectFile | null
}

/**
 * Finds the locale files in a folder, first by their paths and then by the beginnings of likely ones; the
 * best interpretation comes first. Most files of a later interpretation are in no earlier one. Ignores
 * certain folders (`node_modules`, build output, dot folders).
 */
export async function detectProjects(
  paths: readonly string[],
  content: FolderContent,
  { sourceLanguage, projectFile = null }: DetectOptions = {},
): Promise<readonly Detection[]> {
  const visible = paths.filter(isVisible()).sort(compareTexts)
  // What is configured counts even in folders that are ignored otherwise.
  const configured = projectFile === null ? [] : await detectConfigured(projectFile, paths, content)
  const tagOf = remember((text) => languageInName(text) ?? languageAmongOthers(text))
  const generated = await findGenerated(visible, content)
  const readings = visible.flatMap((path) => {
    const kind = familyOf(path)
    return kind === null || generated.has(path) || formatFor(path).format === null
      ? []
      : readingsOf(path, kind, tagOf)
  })
  const byFolder = groupBy(visible, parentOf)
  const taken = new Set<string>()
  const found: Found[] = configured.map((detection) => ({ detection, candidate: null }))
  for (const { files } of configured) for (const file of files) taken.add(file.path)
  for (const candidate of candidatesFrom(
    mergeFolders(dropWords(readings, visible)),
    sourceLanguage ?? null,
  )) {
    const files = candidate.files.filter((file) => !taken.has(file.path))
    const isInside = candidate.layout === 'languages-in-file'
    const known = { sourceLanguage: sourceLanguage ?? null, byFolder }
    // If most files are in an earlier detection, it is another reading of the same project.
    if (files.length === 0 || (!isInside && files.length * 2 <= candidate.files.length)) {
      await noteOtherReading(found, candidate, { content, known })
      continue
    }
    const detection = await confirm(isInside ? { ...candidate, files } : candidate, content, known)
    if (detection === null || detection.files.every((file) => taken.has(file.path))) continue
    for (const file of detection.files) taken.add(file.path)
    const skipped = findSkippedFiles(detection, candidate, { byFolder, visible, taken, generated })
    found.push({ detection: { ...detection, skipped: [...detection.skipped, ...skipped] }, candidate })
  }
  const described = sourcesOfNeighbours(found.map(({ detection }) => detection))
  return Promise.all(
    described.map(async (detection) => ({
      ...detection,
      syntaxes: await chooseSyntaxes(detection, content),
    })),
  )
}

/** A detection and what it is based on; null: it is configured. */
type Found = { detection: DescribedFiles; readonly candidate: Candidate | null }

/** How near the rating of another reading must be. */
const NEARLY = 0.9

/**
 * Notes another reading of the files of an earlier detection as a doubt if it is nearly as likely: the folders
 * of `locales/ast/de.json` can be languages or namespaces.
 */
async function noteOtherReading(
  found: readonly Found[],
  candidate: Candidate,
  { content, known }: { readonly content: FolderContent; readonly known: Known },
): Promise<void> {
  const paths = new Set(candidate.files.map(({ path }) => path))
  const earlier = found.find(
    ({ detection, candidate: own }) =>
      own !== null &&
      own.layout !== candidate.layout &&
      candidate.score >= own.score * NEARLY &&
      detection.files.filter(({ path }) => paths.has(path)).length * 2 > paths.size,
  )
  if (earlier === undefined || earlier.detection.doubts.some(({ kind }) => kind === 'pattern')) return
  const other = await confirm(candidate, content, known)
  if (other === null || other.pattern === earlier.detection.pattern) return
  const doubt: Doubt = { kind: 'pattern', choices: [earlier.detection.pattern, other.pattern] }
  earlier.detection = { ...earlier.detection, doubts: [...earlier.detection.doubts, doubt] }
}

/**
 * Replaces guessed source languages by that of the other projects with files of the format: the parts of one program
 * have one source language, even if it has a file in some of them only.
 */
function sourcesOfNeighbours(detections: readonly DescribedFiles[]): readonly DescribedFiles[] {
  // The texts of a file without a language in its path show that it is not in the language of the others.
  const isGuessed = ({ doubts, files }: DescribedFiles) =>
    doubts.some(({ kind }) => kind === 'source-language') &&
    files.every(({ languageAsWritten }) => languageAsWritten !== '')
  const certain = detections.filter((detection) => !isGuessed(detection))
  return detections.map((detection) => {
    if (!isGuessed(detection)) return detection
    const sources = new Set(
      certain.flatMap(({ format, sourceLanguage }) => (format === detection.format ? sourceLanguage : [])),
    )
    const [only] = sources
    if (only === undefined || sources.size > 1) return detection
    const doubts = detection.doubts.filter(({ kind }) => kind !== 'source-language')
    return { ...detection, sourceLanguage: only, doubts }
  })
}

type Known = Pick<DescribeRequest, 'sourceLanguage' | 'byFolder'>

/** Up to this number of files, the beginnings of all are read; above it, only of some. */
const HEADS_MAX = 500
const FIRST_HEADS = 6

async function confirm(
  found: Candidate,
  content: FolderContent,
  known: Known,
): Promise<DescribedFiles | null> {
  const candidate = found.layout === 'languages-in-file' ? ofManyLanguages(found) : found
  const paths = candidate.files.map((file) => file.path)
  const at = {
    content,
    base: candidate.base,
    isToProve: candidate.isToProve,
    sources: likelySources(candidate.files, known.sourceLanguage),
  }
  if (paths.length > FIRST_HEADS * 2) {
    const few = await readHeads(content, spread(paths, FIRST_HEADS))
    if ((await chooseFormat(candidate.family, few, at)) === null) return null
  }
  const heads = await readHeads(content, spread(paths, HEADS_MAX))
  const choice = await chooseFormat(candidate.family, heads, at)
  return choice === null ? null : describe(candidate, choice, { content, heads, ...known })
}

/** Returns the files of the source language as far as paths show it: the chosen one, otherwise English. */
function likelySources(files: readonly CandidateFile[], chosen: string | null): readonly string[] {
  const isSource = ({ language }: CandidateFile) =>
    language === null || language === chosen || (chosen === null && baseLanguage(language) === 'en')
  return files.filter(isSource).map(({ path }) => path)
}

/** Files whose path has no language can only be in formats with several. */
function ofManyLanguages(candidate: Candidate): Candidate {
  const formats = candidate.family.formats.filter(({ languages }) => languages === 'many')
  return { ...candidate, family: { ...candidate.family, formats } }
}

/** Returns at most this many of the list, evenly spread. */
function spread(paths: readonly string[], count: number): readonly string[] {
  if (paths.length <= count) return paths
  return Array.from({ length: count }, (_, i) => paths[Math.floor((i * paths.length) / count)] ?? '')
}

type Surroundings = {
  readonly byFolder: ReadonlyMap<string, readonly string[]>
  readonly visible: readonly string[]
  readonly taken: ReadonlySet<string>
  readonly generated: ReadonlySet<string>
}

/**
 * Returns files with the same extension in the same location that do not belong to the project. For JSON,
 * also in all folders below, where other programs' files are rare.
 */
function findSkippedFiles(
  detection: DescribedFiles,
  { base, family }: Candidate,
  { byFolder, visible, taken, generated }: Surroundings,
): SkippedFile[] {
  const prefix = base === '' ? '' : `${base}/`
  const folders = new Set(detection.files.map((file) => parentOf(file.path)))
  const near = family.extensions.includes('.json')
    ? visible.filter((path) => path.startsWith(prefix))
    : [...folders].flatMap((folder) => byFolder.get(folder) ?? [])
  const known = new Set(detection.skipped.map((file) => file.path))
  return near.flatMap((path): SkippedFile[] => {
    if (
      taken.has(path) ||
      known.has(path) ||
      !family.extensions.some((extension) => path.toLowerCase().endsWith(extension))
    )
      return []
    if (formatFor(path).format === null) return [{ path, reason: 'other-tool-file' }]
    if (generated.has(path)) return [{ path, reason: 'generated' }]
    return [{ path, reason: namesLanguage(path) ? 'other-place' : 'no-language' }]
  })
}

/** Whether the path of a file names a language in some way, although not in that of the project. */
function namesLanguage(path: string): boolean {
  const kind = familyOf(path)
  if (kind === null) return false
  return readingsOf(path, kind, languageInName).some(({ language }) => language !== null)
}

/**
 * Returns a function that finds out if a file is visible. It caches folders, because a repository has few
 * folders and very many files.
 */
function isVisible(): (path: string) => boolean {
  const known = new Map<string, boolean>()
  return (path) => {
    // A folder named like a placeholder could not be distinguished from one in a pattern.
    if (path.includes('{') && partsOfPattern(path).length > 1) return false
    const folder = parentOf(path)
    const answer =
      known.get(folder) ?? !folder.split('/').some((name) => name !== '' && isIgnoredFolder(name))
    known.set(folder, answer)
    return answer
  }
}

function remember(find: (text: string) => string | null): (text: string) => string | null {
  const known = new Map<string, string | null>()
  return (text) => {
    const answer = known.get(text)
    if (answer !== undefined) return answer
    const found = find(text)
    known.set(text, found)
    return found
  }
}

import { isNamespace, tagFromPath } from '@dragoman/core'
import { formatFor } from './all.ts'
import type { DetectedFile, Detection, SkippedFile } from './detection.ts'
import { guessSourceLanguage } from './guess-source-language.ts'
import { isIgnoredFolder, LOCALE_FOLDER } from './ignored-folder.ts'
import { DEFAULT_NAMESPACE } from './path-pattern.ts'

/** A file that was found below the folder; the path is relative, with `/`. */
export type FoundFile = { readonly path: string; readonly bytes: number }

/**
 * Finds the locale files among all files of a folder by their paths alone, the best understanding first. A later one holds at least
 * one file that the ones before it do not. Files in ignored folders (`node_modules`, build output, dot folders) take no part.
 */
export function detectProjects(found: readonly FoundFile[]): readonly Detection[] {
  const visible = found
    .filter((file) => !file.path.split('/').slice(0, -1).some(isIgnoredFolder))
    .sort((a, b) => comparePaths(a.path, b.path))
  const readable = visible.filter((file) => formatFor(file.path).format !== null)
  const tagOf = remember(tagFromPath)
  const readings = readable.flatMap((file) => readingsOf(file.path, tagOf))
  const candidates = [...groupByPattern(mergeFolders(readings))].map(([pattern, group]) => judge(pattern, group))
  candidates.sort((a, b) => b.score - a.score || comparePaths(a.pattern, b.pattern))
  const taken = new Set<string>()
  const detections: Detection[] = []
  for (const candidate of candidates) {
    const isNew = candidate.files.some((file) => !taken.has(file.path))
    if (!isNew || candidate.score <= 0) continue
    for (const file of candidate.files) taken.add(file.path)
    detections.push(describe(candidate, visible, taken))
  }
  return detections
}

/** A repository has few folder names and very many paths. */
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

/** One way to read one path. `base` is the folder above the part that varies. */
type Reading = {
  readonly path: string
  readonly layout: Detection['layout']
  readonly base: string
  readonly extension: string
  readonly languageAsWritten: string
  readonly language: string
  /** Absent where the path has no place for one. */
  readonly namespace?: string
}

type Candidate = {
  readonly pattern: string
  readonly layout: Detection['layout']
  readonly base: string
  readonly files: readonly DetectedFile[]
  /** Files that fit the pattern and cannot be taken. */
  readonly unfit: readonly SkippedFile[]
  readonly score: number
}

function readingsOf(path: string, tagOf: (text: string) => string | null): readonly Reading[] {
  const segments = path.split('/')
  const fileName = segments.at(-1) ?? ''
  const folders = segments.slice(0, -1)
  const extension = fileName.slice(fileName.lastIndexOf('.'))
  const stem = fileName.slice(0, fileName.lastIndexOf('.'))
  const readings: Reading[] = []
  const add = (layout: Reading['layout'], base: string, languageAsWritten: string, namespace?: string) => {
    const language = tagOf(languageAsWritten)
    if (language === null) return
    const reading = { path, layout, base, extension, languageAsWritten, language }
    readings.push(namespace === undefined ? reading : { ...reading, namespace })
  }
  for (const [i, folder] of folders.entries()) {
    add('folder-per-language', folders.slice(0, i).join('/'), folder, [...folders.slice(i + 1), stem].join('/'))
  }
  add('file-per-language', folders.join('/'), stem)
  const dot = stem.lastIndexOf('.')
  if (dot > 0) add('language-before-extension', folders.join('/'), stem.slice(dot + 1), stem.slice(0, dot))
  return readings
}

/**
 * `locales/app/en.json` and `locales/common/en.json` are one project with a namespace per folder, `a/locales/en.json` and
 * `b/locales/en.json` are two. What is above a folder named `locales` or the like decides; without such a name, what the folders share.
 */
function mergeFolders(readings: readonly Reading[]): readonly Reading[] {
  const single = readings.filter((reading) => reading.layout === 'file-per-language')
  const folders = new Set(single.map((reading) => reading.base))
  const anchors = new Map([...folders].map((folder) => [folder, anchorOf(folder, folders)]))
  const loose = [...folders].filter((folder) => anchors.get(folder) === null)
  const shared = sharedFolder(loose)
  const members = new Map<string, number>()
  for (const anchor of anchors.values()) members.set(anchor ?? shared, (members.get(anchor ?? shared) ?? 0) + 1)
  return readings.map((reading) => {
    if (reading.layout !== 'file-per-language') return reading
    const base = anchors.get(reading.base) ?? shared
    if (members.get(base) === 1 || base === reading.base) return reading
    return { ...reading, base, namespace: reading.base.slice(base === '' ? 0 : base.length + 1) }
  })
}

/** The outermost folder of a path whose name says that locale files are below it; null when nothing says so. */
function anchorOf(folder: string, folders: ReadonlySet<string>): string | null {
  const segments = folder.split('/')
  const at = segments.findIndex((segment) => LOCALE_FOLDER.test(segment))
  if (at < 0) return null
  const anchor = segments.slice(0, at + 1).join('/')
  if (anchor !== folder) return anchor
  // A namespace may have such a name too (`app`, `common`, `lang`): its neighbours tell.
  const parent = segments.slice(0, -1).join('/')
  const isNamespace = [...folders].some((other) => other !== folder && parentOf(other) === parent && !LOCALE_FOLDER.test(lastOf(other)))
  return isNamespace ? null : anchor
}

function parentOf(folder: string): string {
  return folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))
}

function lastOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1)
}

function sharedFolder(folders: readonly string[]): string {
  const [first = '', ...rest] = folders.map((folder) => folder.split('/'))
  if (first === '') return ''
  const differs = first.findIndex((segment, i) => rest.some((other) => other[i] !== segment))
  return first.slice(0, differs < 0 ? first.length : differs).join('/')
}

function groupByPattern(readings: readonly Reading[]): ReadonlyMap<string, readonly Reading[]> {
  const groups = new Map<string, Reading[]>()
  for (const reading of readings) {
    const pattern = patternOf(reading)
    const group = groups.get(pattern)
    if (group === undefined) groups.set(pattern, [reading])
    else group.push(reading)
  }
  return groups
}

function patternOf(reading: Reading): string {
  const prefix = reading.base === '' ? '' : `${reading.base}/`
  if (reading.layout === 'folder-per-language') return `${prefix}{lng}/{ns}${reading.extension}`
  if (reading.layout === 'language-before-extension') return `${prefix}{ns}.{lng}${reading.extension}`
  return reading.namespace === undefined ? `${prefix}{lng}${reading.extension}` : `${prefix}{ns}/{lng}${reading.extension}`
}

function judge(pattern: string, group: readonly Reading[]): Candidate {
  const counts = new Map<string, number>()
  for (const { languageAsWritten } of group) counts.set(languageAsWritten, (counts.get(languageAsWritten) ?? 0) + 1)
  // Where `en-US` stands beside `en_US`, the spelling with more files is the project's.
  const ordered = [...group].sort((a, b) => (counts.get(b.languageAsWritten) ?? 0) - (counts.get(a.languageAsWritten) ?? 0))
  const files = new Map<string, DetectedFile>()
  const unfit: SkippedFile[] = []
  for (const reading of ordered) {
    const { path, language, languageAsWritten, namespace = DEFAULT_NAMESPACE } = reading
    const id = `${language}\n${namespace}`
    if (!isNamespace(namespace)) unfit.push({ path, reason: 'unusable-namespace' })
    else if (files.has(id)) unfit.push({ path, reason: 'same-language-twice' })
    else files.set(id, { path, language, languageAsWritten, namespace })
  }
  const first = group[0]
  const kept = [...files.values()].sort((a, b) => comparePaths(a.path, b.path))
  const base = first?.base ?? ''
  return { pattern, layout: first?.layout ?? 'file-per-language', base, files: kept, unfit, score: scoreOf(base, kept) }
}

/** More languages and more files are more likely a project; a single language counts where the folder's name or English supports it. */
function scoreOf(base: string, files: readonly DetectedFile[]): number {
  const languages = new Set(files.map((file) => file.language))
  const hasName = base.split('/').some((segment) => LOCALE_FOLDER.test(segment))
  const hasEnglish = [...languages].some((language) => /^en(?:-|$)/.test(language))
  if (languages.size < 2 && !hasName && !hasEnglish) return 0
  return files.length + languages.size * 10 + (hasName ? 15 : 0) + (hasEnglish ? 5 : 0)
}

function describe(candidate: Candidate, visible: readonly FoundFile[], taken: ReadonlySet<string>): Detection {
  const { pattern, layout, base, files, unfit } = candidate
  const sizes = new Map(visible.map((file) => [file.path, file.bytes]))
  const prefix = base === '' ? '' : `${base}/`
  const extension = pattern.slice(pattern.lastIndexOf('.'))
  const skipped = [...unfit]
  const isUnfit = new Set(unfit.map((file) => file.path))
  for (const { path } of visible) {
    if (!path.startsWith(prefix) || !path.endsWith(extension) || taken.has(path) || isUnfit.has(path)) continue
    skipped.push({ path, reason: formatFor(path).format === null ? 'other-tool-file' : 'no-language' })
  }
  const format = formatFor(files[0]?.path ?? '').format?.id ?? ''
  const sourceLanguage = guessSourceLanguage(files.map((file) => ({ language: file.language, bytes: sizes.get(file.path) ?? 0 })))
  return { pattern, format, formats: [format], formatReason: 'plain-json', layout, sourceLanguage, files, skipped }
}

function comparePaths(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

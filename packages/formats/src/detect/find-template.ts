import type { Format } from '../format.ts'
import { DEFAULT_NAMESPACE, pathFor } from '../paths/path-pattern.ts'
import type { Candidate, CandidateFile } from './candidates.ts'
import type { FolderContent } from './folder-content.ts'
import { parentOf } from './merge-folders.ts'

export type TemplateRequest = {
  /** The pattern of the translations. */
  readonly pattern: string
  readonly named: readonly CandidateFile[]
  readonly format: Format
  readonly content: FolderContent
  /** All relevant files, by their folders. */
  readonly byFolder: ReadonlyMap<string, readonly string[]>
}

/** A pattern with its template, and the files of the template. */
export type Template = { readonly pattern: string; readonly files: readonly CandidateFile[] }

/**
 * Finds the files with the source texts if no translation is in the source language: gettext's `.pot`
 * next to, below or above the translations, files in a folder `templates` arranged like the translations, and
 * `messages.json` next to `messages.de.json` if its content proves its format. One for each namespace, or the only one.
 */
export async function findTemplate(candidate: Candidate, request: TemplateRequest): Promise<Template | null> {
  const { layout, family } = candidate
  const hasOwn = family.templateExtension !== null
  if (!hasOwn && layout === 'language-before-extension') return nextToNames(candidate, request)
  if (!hasOwn && layout !== 'folder-per-language' && layout !== 'file-per-language') return null
  for (const folder of foldersNear(candidate.base, request.byFolder, hasOwn)) {
    const template = templateIn(folder, candidate, request)
    if (template !== null && (hasOwn || (await areOfFormat(template.files, request)))) return template
  }
  return null
}

async function nextToNames(
  { base }: Candidate,
  { pattern, format, content, byFolder }: TemplateRequest,
): Promise<Template | null> {
  const path = pattern.replace('.{lng}', '')
  if (path.includes('{') || !(byFolder.get(base) ?? []).includes(path)) return null
  if (format.recognise(path, await content.head(path)).certainty < 3) return null
  return { pattern: `${pattern}|${path}`, files: [templateFile(path, DEFAULT_NAMESPACE)] }
}

const TEMPLATES = /^(?:templates?|pots?)(?:\/LC_MESSAGES)?$/i

/** Returns folders where templates can be, the nearest first. */
function foldersNear(
  base: string,
  byFolder: ReadonlyMap<string, readonly string[]>,
  hasOwn: boolean,
): readonly string[] {
  const folders = [...byFolder.keys()]
  const below = folders.filter((folder) => TEMPLATES.test(pathBelow(folder, base)))
  if (!hasOwn || base === '') return [base, ...below]
  const parent = parentOf(base)
  return [base, ...below, parent, ...folders.filter((folder) => TEMPLATES.test(pathBelow(folder, parent)))]
}

function pathBelow(folder: string, base: string): string {
  if (base === '') return folder
  return folder.startsWith(`${base}/`) ? folder.slice(base.length + 1) : ''
}

function templateIn(
  folder: string,
  { base, family }: Candidate,
  { pattern, named, byFolder }: TemplateRequest,
): Template | null {
  const extension = family.templateExtension ?? extensionOf(pattern)
  const prefix = folder === '' ? '' : `${folder}/`
  const isFound = (path: string) =>
    path.endsWith(extension) &&
    (family.templateExtension !== null || folder !== base || NAMED_TEMPLATE.test(path))
  const found = (byFolder.get(folder) ?? []).filter(isFound)
  const hole = /\{ns[^{}]*\}/.exec(pattern)?.[0]
  if (hole !== undefined) {
    const namespaces = new Set(named.map((file) => file.namespace))
    const files = found.map((path) => templateFile(path, path.slice(prefix.length, -extension.length)))
    const known = files.filter((file) => namespaces.has(file.namespace))
    return known.length === 0 ? null : { pattern: `${pattern}|${prefix}${hole}${extension}`, files: known }
  }
  const stem = pattern.slice(base === '' ? 0 : base.length + 1).replace(/[-_.]?\{lng\}.*$/, '')
  const path =
    found.find((one) => one === `${prefix}${stem}${extension}`) ?? (found.length === 1 ? found[0] : undefined)
  return path === undefined
    ? null
    : { pattern: `${pattern}|${path}`, files: [templateFile(path, DEFAULT_NAMESPACE)] }
}

/** Returns the extension of new files. */
function extensionOf(pattern: string): string {
  const path = pathFor(pattern, '', '')
  return path.slice(path.lastIndexOf('.'))
}

/** `template.json` alongside `de.json`. */
const NAMED_TEMPLATE = /(?:^|\/)templates?\.\w+$/i

function templateFile(path: string, namespace: string): CandidateFile {
  return { path, language: null, languageAsWritten: '', namespace }
}

async function areOfFormat(
  files: readonly CandidateFile[],
  { format, content }: TemplateRequest,
): Promise<boolean> {
  for (const { path } of files)
    if (format.recognise(path, await content.head(path)).certainty === 0) return false
  return true
}

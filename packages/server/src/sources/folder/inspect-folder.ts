import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure } from '@dragoman/contract'
import {
  type Detection,
  detectProjects,
  findGenerated,
  matchFile,
  PROJECT_FILE,
  type ProjectFile,
  type ProjectFileProblem,
  readProjectFile,
  unmatchedPattern,
} from '@dragoman/formats'
import { errorCode, fileFaultOf } from './file-fault.ts'
import { folderContent } from './folder-content.ts'
import { readFileInside } from './read-locale-file.ts'
import { scanFolder, scanPattern } from './scan-folder.ts'

export type Inspection = {
  /** The real path, without links. */
  readonly folder: string
  /** The best match first. */
  readonly candidates: readonly Detection[]
}

/**
 * Returns the locale files of a folder: what its `dragoman.json` says, then what names and first bytes
 * reveal. `sourceLanguage` is that of files whose path names none. With `withinMs`, a folder that cannot be
 * scanned completely in that time is refused. With `areFilesRequired`, a configured pattern without files is a
 * mistake in `dragoman.json`. Throws `unusable-folder`, `unusable-project-file`, and `no-locale-files`.
 */
export async function inspectFolder(
  text: string,
  sourceLanguage?: string,
  { withinMs, areFilesRequired = false }: { withinMs?: number; areFilesRequired?: boolean } = {},
): Promise<Inspection> {
  const folder = await realFolder(text)
  const { found, isWhole } = await scanFolder(folder, '', withinMs === undefined ? {} : { withinMs })
  if (withinMs !== undefined && !isWhole)
    throw new Failure('unusable-folder', { folder, reason: 'too-many-folders' })
  const projectFile = await projectFileOf(folder)
  const configured = await scanConfigured(folder, projectFile, withinMs)
  const paths = [...new Set([...found, ...configured])]
  const candidates = await detectProjects(paths, folderContent(folder), { sourceLanguage, projectFile })
  const unmatched = areFilesRequired ? unmatchedPattern(projectFile, candidates) : null
  if (unmatched !== null) throw unusableProjectFile(folder, unmatched)
  if (candidates.length === 0) {
    const [generated] = await findGenerated(paths, folderContent(folder))
    const reason = generated === undefined ? {} : { generated }
    throw new Failure('no-locale-files', { folder, files: found.length, ...reason })
  }
  return { folder, candidates }
}

/** People can choose a whole disk in the browser; the command line takes its time. */
const BROWSER_SCAN_MS = 5000

/** Does the same for someone who waits at a browser. */
export function inspectForBrowser(folder: string): Promise<Inspection> {
  return inspectFolder(folder, undefined, { withinMs: BROWSER_SCAN_MS, areFilesRequired: true })
}

/** Returns the files of configured patterns, which can be in folders that are ignored otherwise. */
async function scanConfigured(
  folder: string,
  projectFile: ProjectFile | null,
  withinMs: number | undefined,
): Promise<readonly string[]> {
  const paths: string[] = []
  for (const { pattern } of projectFile?.files ?? []) {
    const { found } = await scanPattern(folder, pattern, withinMs === undefined ? {} : { withinMs })
    paths.push(...found.filter((path) => matchFile(pattern, path) !== null))
  }
  return paths
}

async function projectFileOf(folder: string): Promise<ProjectFile | null> {
  const read = await readFileInside(folder, PROJECT_FILE)
  if (read.kind === 'missing') return null
  if (read.kind === 'unreadable')
    throw new Failure('unusable-project-file', { folder, line: 1, column: 1, reason: read.code })
  const { file, problem } = readProjectFile(read.bytes)
  if (problem === null) return file
  throw unusableProjectFile(folder, problem)
}

/** Returns the failure for a problem of a folder's `dragoman.json`. */
export function unusableProjectFile(folder: string, problem: ProjectFileProblem): Failure {
  const { code: reason, field, value, line, column } = problem
  return new Failure('unusable-project-file', { folder, line, column, field, value, reason })
}

async function realFolder(text: string): Promise<string> {
  try {
    const folder = await realpath(resolve(text))
    if ((await stat(folder)).isDirectory()) return folder
    throw new Failure('unusable-folder', { folder: text, reason: 'not-a-folder' })
  } catch (error) {
    if (error instanceof Failure) throw error
    const code = errorCode(error)
    throw new Failure('unusable-folder', {
      folder: text,
      reason: code === 'ENOENT' ? 'missing' : fileFaultOf(code),
    })
  }
}

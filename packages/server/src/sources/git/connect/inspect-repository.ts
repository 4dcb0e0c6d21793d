import {
  type Detection,
  detectProjects,
  findGenerated,
  formatFor,
  PROJECT_FILE,
  type ProjectFile,
  readProjectFile,
  unmatchedPattern,
} from '@dragoman/formats'
import type { Mirror } from '../../../git/mirror.ts'
import type { TreeEntry } from '../../../git/read-output.ts'
import { unusableProjectFile } from '../../folder/inspect-folder.ts'
import { isUsablePath } from '../read/branch-files.ts'
import { type BranchContent, branchContent } from './branch-content.ts'
import { fetchWanted, type LookParts, type LookRequest, withLookCopy } from './with-look-copy.ts'

/** A branch of a repository, and its locale files. */
export type RepositoryInspection = {
  readonly branches: readonly string[]
  readonly defaultBranch: string | null
  readonly branch: string
  readonly commit: string
  /** The best match first. */
  readonly candidates: readonly Detection[]
  readonly paths: readonly string[]
  readonly leftOut: readonly LeftOutOfBranch[]
  /** False if not everything could be read in time. */
  readonly isWhole: boolean
}

export type LeftOutOfBranch = {
  readonly path: string
  readonly reason: 'link' | 'submodule' | 'lfs-pointer' | 'unusable-name' | 'generated'
}

export type InspectRepositoryRequest = LookRequest & {
  /** Null: the default branch. */
  readonly branch: string | null
  /** For files whose path names no language. */
  readonly sourceLanguage?: string
}

/** After this time, contents are no longer fetched. */
const CONTENTS_MS = 25_000
const CONTENTS_MAX = 3000
/**
 * Scans a branch without keeping anything of it: its list of files, and the beginnings of those that could be
 * locale files. Throws `unusable-repository` with the reason, `unusable-project-file`, `busy`.
 */
export async function inspectRepository(
  parts: LookParts,
  request: InspectRepositoryRequest,
): Promise<RepositoryInspection> {
  return withLookCopy(parts, request, (mirror) => inspectBranch(mirror, request))
}

async function inspectBranch(
  mirror: Mirror,
  { branch: wanted, sourceLanguage }: InspectRepositoryRequest,
): Promise<RepositoryInspection> {
  const { branches, defaultBranch, branch, commit } = await fetchWanted(mirror, wanted)
  const { entries, leftOut } = usableEntries(await mirror.tree(commit, ['']))
  const content = branchContent(mirror, entries, {
    files: CONTENTS_MAX,
    untilMs: performance.now() + CONTENTS_MS,
  })
  const paths = entries.map(({ path }) => path)
  const projectFile = paths.includes(PROJECT_FILE) ? await projectFileOf(content) : null
  const options = { projectFile, ...(sourceLanguage === undefined ? {} : { sourceLanguage }) }
  const candidates = await detectProjects([...paths], content, options)
  const unmatched = unmatchedPattern(projectFile, candidates)
  if (unmatched !== null) throw unusableProjectFile('', unmatched)
  // Next to locale files, they are listed among the files that the detection skips.
  const generated = candidates.length > 0 ? [] : [...(await findGenerated(paths, content))]
  const pointers = content.lfsPointers().map((path) => ({ path, reason: 'lfs-pointer' }) as const)
  return {
    branches,
    defaultBranch,
    branch,
    commit,
    candidates,
    paths,
    leftOut: [...leftOut, ...pointers, ...generated.map((path) => ({ path, reason: 'generated' }) as const)],
    isWhole: content.isWhole(),
  }
}

/** Separates files from entries that are left out. Links are reported only where locale files could be. */
function usableEntries(tree: readonly TreeEntry[]): {
  readonly entries: readonly TreeEntry[]
  readonly leftOut: readonly LeftOutOfBranch[]
} {
  const entries: TreeEntry[] = []
  const leftOut: LeftOutOfBranch[] = []
  for (const entry of tree) {
    const { path, kind } = entry
    if (!isUsablePath(path)) leftOut.push({ path: shown(path), reason: 'unusable-name' })
    else if (kind === 'file') entries.push(entry)
    else if (kind === 'submodule') leftOut.push({ path, reason: 'submodule' })
    else if (formatFor(path).format !== null || !/\.[^/]*$/.test(path)) leftOut.push({ path, reason: 'link' })
  }
  return { entries, leftOut }
}

/** Writes control characters as their codes. */
function shown(path: string): string {
  return path.replaceAll(
    /[\u0000-\u001f\u007f]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

async function projectFileOf(content: BranchContent): Promise<ProjectFile | null> {
  const { file, problem } = readProjectFile(await content.bytes(PROJECT_FILE))
  if (problem === null) return file
  throw unusableProjectFile('', problem)
}

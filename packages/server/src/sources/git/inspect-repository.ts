import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@dragoman/contract'
import {
  type Detection,
  detectProjects,
  formatFor,
  PROJECT_FILE,
  type ProjectFile,
  readProjectFile,
} from '@dragoman/formats'
import { type Mirror, openMirror } from '../../git/mirror.ts'
import type { TreeEntry } from '../../git/read-output.ts'
import type { RemoteAddress } from '../../git/remote-address.ts'
import { type BranchContent, branchContent } from './branch-content.ts'
import { isUsablePath } from './branch-files.ts'
import type { GitParts } from './git-parts.ts'
import { type RemoteAccess, withRemote } from './open-remote.ts'
import { unusableOf, unusableRepository } from './unusable-repository.ts'

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
  readonly reason: 'link' | 'submodule' | 'lfs-pointer' | 'unusable-name'
}

export type InspectRepositoryRequest = {
  readonly address: RemoteAddress
  /** Null: the default branch. */
  readonly branch: string | null
  readonly signIn: RemoteAccess['signIn']
  /** For files whose path names no language. */
  readonly sourceLanguage?: string
}

/** Someone is waiting at a browser. */
const LOOK_MS = 60_000
/** After this time no more contents are fetched. */
const CONTENTS_MS = 25_000
const CONTENTS_MAX = 3000
/** Folders and names of 100,000 files take a few megabytes. */
const COPY_BYTES = 256 * 1024 * 1024
const COPY_CHECK_MS = 250
/** Looks of one process at a time: each takes several programs and a copy. */
const AT_ONCE = 4
let looking = 0

/**
 * Scans a branch without keeping anything of it: its list of files, and the beginnings of those that could be
 * locale files. Throws `unusable-repository` with the reason, `unusable-project-file`, `busy`.
 */
export async function inspectRepository(
  parts: Pick<GitParts, 'git' | 'outgoing' | 'folder'>,
  request: InspectRepositoryRequest,
): Promise<RepositoryInspection> {
  if (looking >= AT_ONCE) throw new Failure('busy')
  looking++
  const folder = join(parts.folder, `look-${randomBytes(8).toString('hex')}`)
  const ending = new AbortController()
  let ended: 'too-slow' | 'too-large' | null = null
  const end = (reason: 'too-slow' | 'too-large') => {
    ended ??= reason
    ending.abort()
  }
  const timer = setTimeout(() => end('too-slow'), LOOK_MS)
  const watch = setInterval(() => {
    sizeOf(folder).then(
      (bytes) => bytes > COPY_BYTES && end('too-large'),
      () => {}, // Git moves its files while they are counted
    )
  }, COPY_CHECK_MS)
  try {
    const { address, signIn } = request
    const mirror = openMirror({
      git: parts.git,
      folder,
      address,
      signal: ending.signal,
      withRemote: (work) =>
        withRemote(
          { outgoing: parts.outgoing, folder: join(parts.folder, 'keys') },
          { address, signIn },
          work,
        ),
    })
    return await inspectBranch(mirror, request)
  } catch (error) {
    if (ended !== null) throw unusableRepository(ended)
    throw unusableOf(error, request.signIn.kind !== 'none') ?? error
  } finally {
    looking--
    clearTimeout(timer)
    clearInterval(watch)
    await rm(folder, { recursive: true, force: true })
  }
}

async function inspectBranch(
  mirror: Mirror,
  { branch: wanted, sourceLanguage }: InspectRepositoryRequest,
): Promise<RepositoryInspection> {
  const { tips, defaultBranch } = await mirror.listBranches()
  if (tips.size === 0) throw unusableRepository('empty')
  const usual = defaultBranch !== null && tips.has(defaultBranch) ? defaultBranch : null
  const branch = wanted ?? usual ?? tips.keys().next().value
  const commit = branch === undefined || !tips.has(branch) ? null : await mirror.fetchBranch(branch)
  if (branch === undefined || commit === null)
    throw unusableRepository('branch-missing', { branch: branch ?? '' })
  const { entries, leftOut } = usableEntries(await mirror.tree(commit, ['']))
  const content = branchContent(mirror, entries, {
    files: CONTENTS_MAX,
    untilMs: performance.now() + CONTENTS_MS,
  })
  const paths = entries.map(({ path }) => path)
  const projectFile = paths.includes(PROJECT_FILE) ? await projectFileOf(content) : null
  const options = { projectFile, ...(sourceLanguage === undefined ? {} : { sourceLanguage }) }
  const candidates = await detectProjects([...paths], content, options)
  const pointers = content.lfsPointers().map((path) => ({ path, reason: 'lfs-pointer' }) as const)
  return {
    branches: [...tips.keys()].sort(),
    defaultBranch: usual,
    branch,
    commit,
    candidates,
    paths,
    leftOut: [...leftOut, ...pointers],
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
  const { code: reason, field, value, line, column } = problem
  throw new Failure('unusable-project-file', { folder: '', line, column, field, value, reason })
}

async function sizeOf(folder: string): Promise<number> {
  const pack = join(folder, 'objects', 'pack')
  const names = await readdir(pack)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(pack, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

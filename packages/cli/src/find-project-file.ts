import { realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Failure } from '@dragoman/contract'
import { PROJECT_FILE, type ProjectFile, readProjectFile } from '@dragoman/formats'
import { readFileInside } from '@dragoman/server/sync'

export type FoundProjectFile = {
  /** The folder of the file; its patterns are relative to it. */
  readonly root: string
  readonly file: ProjectFile
}

/**
 * Finds the nearest `dragoman.json`, from a folder up to the root of its Git repository; null if there is
 * none. Throws `unusable-folder` and `unusable-project-file`.
 */
export async function findProjectFile(folder: string): Promise<FoundProjectFile | null> {
  let root = await realpath(resolve(folder)).catch(() => {
    throw new Failure('unusable-folder', { folder, reason: 'missing' })
  })
  for (;;) {
    const found = await readFileInside(root, PROJECT_FILE)
    if (found.kind === 'unreadable')
      throw new Failure('unusable-project-file', { folder: root, line: 1, column: 1, reason: found.code })
    if (found.kind === 'bytes') return { root, file: readFound(root, found.bytes) }
    const above = dirname(root)
    if (above === root || (await isRepositoryRoot(root))) return null
    root = above
  }
}

function readFound(folder: string, bytes: Uint8Array): ProjectFile {
  const { file, problem } = readProjectFile(bytes)
  if (problem === null) return file
  const { code: reason, field, value, line, column } = problem
  throw new Failure('unusable-project-file', { folder, line, column, field, value, reason })
}

/** `.git` is a file in worktrees and submodules. */
async function isRepositoryRoot(folder: string): Promise<boolean> {
  return (await stat(join(folder, '.git')).catch(() => null)) !== null
}

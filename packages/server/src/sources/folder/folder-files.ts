import { lstat, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { matchFile } from '@dragoman/formats'
import type { FolderSource } from '@dragoman/store'
import type {
  FileReplacement,
  ListedFile,
  Replacement,
  ReplaceSteps,
  SourceFiles,
} from '../../sync/source-files.ts'
import { errorCode, fileFaultOf } from './file-fault.ts'
import { type HeldFolder, holdFolder } from './hold-folder.ts'
import { nameOf, parentOf, readFileInside } from './read-locale-file.ts'
import { replaceFile } from './replace-file.ts'
import { scanPattern } from './scan-folder.ts'
import { removeStaleTemporaries } from './stale-temporaries.ts'

export type FolderListener = {
  /** The whole folder was scanned, and has these links. */
  readonly onScan?: (links: readonly string[]) => Promise<void>
  /** We wrote a file; the stamp is that of its new bytes. */
  readonly onWritten?: (path: string, stamp: string) => void
}

/** The files of a pattern in a folder on disk. The token of a replacement is its temporary file. */
export function openFolderFiles(
  { folder, pattern }: Pick<FolderSource, 'folder' | 'pattern'>,
  { onScan, onWritten }: FolderListener = {},
): SourceFiles {
  async function listAll(): Promise<readonly string[]> {
    const { found, links } = await scanPattern(folder, pattern)
    await onScan?.(links)
    const paths = found.filter((path) => matchFile(pattern, path) !== null)
    await removeStaleTemporaries(folder, new Set(paths.map((path) => dirname(path))))
    return paths
  }

  async function replaceOne(file: FileReplacement, { begin, giveUp }: ReplaceSteps): Promise<Replacement> {
    const { path } = file
    try {
      const steps = { beforeRename: (name: string) => begin(path, name), givenUp: () => giveUp(path) }
      const replaced = await replaceFile({ folder, ...file, steps })
      if (replaced.kind !== 'written') return replaced
      onWritten?.(path, replaced.stamp)
      return { kind: 'written' }
    } catch (error) {
      const reason = errorCode(error)
      if (reason === '') throw error
      return { kind: 'refused', code: fileFaultOf(reason), reason }
    }
  }

  return {
    async list(paths) {
      const listed = await Promise.all((paths ?? (await listAll())).map((path) => sizeOf(folder, path)))
      return listed.flat()
    },

    async read(path) {
      const file = await readFileInside(folder, path)
      return file.kind === 'missing' && !(await isFolder(folder)) ? { kind: 'away' } : file
    },

    async replace(files, steps) {
      const replaced: Replacement[] = []
      for (const file of files) replaced.push(await replaceOne(file, steps))
      return replaced
    },

    async wasReplaced(path, token, base) {
      const isLeft = await inFolderOf(folder, path, (held) => exists(held.pathOf(nameOf(token))))
      if (isLeft === null) return { kind: 'unknown' }
      const isDone = !isLeft && !(await stillHas(folder, path, base))
      return {
        kind: isDone ? 'done' : 'not-done',
        async cleanUp() {
          await inFolderOf(folder, path, (held) => rm(held.pathOf(nameOf(token)), { force: true }))
        },
      }
    },
  }
}

/** Calls `work` with the folder of a file; null if it is missing, or behind a link by now. */
async function inFolderOf<T>(
  folder: string,
  path: string,
  work: (held: HeldFolder) => Promise<T>,
): Promise<T | null> {
  const held = await holdFolder(folder, parentOf(path)).catch(() => null)
  if (held === null) return null
  try {
    return await work(held)
  } finally {
    await held.close()
  }
}

async function sizeOf(folder: string, path: string): Promise<ListedFile[]> {
  const info = await lstat(join(folder, path)).catch(() => null) // gone since
  return info === null ? [] : [{ path, bytes: info.size }]
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false // false if missing
}

/** Someone else might have removed the temporary file: a file with its old bytes has not been replaced. */
async function stillHas(folder: string, path: string, base: string | null): Promise<boolean> {
  const file = await readFileInside(folder, path)
  return base !== null && file.kind === 'bytes' && file.hash === base
}

async function exists(place: string): Promise<boolean> {
  try {
    await lstat(place)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { FILE_LIMITS } from '@dragoman/formats'
import { hashOf } from '../../sync/hash-of.ts'
import type { FoundFile } from '../../sync/source-files.ts'
import { errorCode, fileFaultOf } from './file-fault.ts'
import { type HeldFolder, holdFolder, LinkError, NO_FOLLOW } from './hold-folder.ts'

/** What is at a path. */
export type LocaleFile = Exclude<FoundFile, { readonly kind: 'away' }>

/** Reads a file that a person has named: links are followed. */
export function readLocaleFile(path: string): Promise<LocaleFile> {
  return readOpened(() => open(path, constants.O_RDONLY))
}

/**
 * Reads the file at a relative path (with `/`) below a folder. Links are not followed, neither at the file
 * nor on the way to it.
 */
export async function readFileInside(folder: string, path: string): Promise<LocaleFile> {
  return readOpened(() => openInside(folder, path))
}

/**
 * Opens the file at a relative path below a folder for reading, without following links and without waiting
 * for a pipe. Throws LinkError, and errors of the file system.
 */
export async function openInside(folder: string, path: string): Promise<FileHandle> {
  const held = await holdFolder(folder, parentOf(path))
  try {
    return await openIn(held, nameOf(path))
  } finally {
    await held.close()
  }
}

/** Opens a file of a held folder for reading. Throws LinkError, and errors of the file system. */
export async function openIn(held: HeldFolder, name: string): Promise<FileHandle> {
  for (let attempt = 1; ; attempt++) {
    const file = await open(held.pathOf(name), constants.O_RDONLY | NO_FOLLOW | (constants.O_NONBLOCK ?? 0))
    try {
      if (await held.isSame(name, file)) return file
      // Another program has just replaced the file, which is rare, or someone keeps replacing folders on
      // purpose.
      if (attempt === OPENED_AT_MOST) throw new LinkError(name)
    } catch (error) {
      await file.close()
      throw error
    }
    await file.close()
  }
}

const OPENED_AT_MOST = 5

/** Returns the folder of a relative path with `/`; empty for a file of the connected folder itself. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

async function readOpened(openFile: () => Promise<FileHandle>): Promise<LocaleFile> {
  try {
    const file = await openFile()
    try {
      const info = await file.stat()
      if (!info.isFile()) return { kind: 'unreadable', code: 'not-a-file' }
      if (info.size > FILE_LIMITS.fileBytes) return { kind: 'unreadable', code: 'too-large' }
      const bytes = await file.readFile()
      return { kind: 'bytes', bytes, hash: hashOf(bytes), modifiedMs: info.mtimeMs }
    } finally {
      await file.close()
    }
  } catch (error) {
    const code = errorCode(error)
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { kind: 'missing' }
      : { kind: 'unreadable', code: fileFaultOf(code) }
  }
}

import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './file-fault.ts'

/** A symbolic link is on the way from the connected folder to a file. Its `code` is that of `O_NOFOLLOW`. */
export class LinkError extends Error {
  override readonly name = 'LinkError'
  readonly code = 'ELOOP'
  /** Relative to the connected folder, with `/`. */
  readonly path: string

  constructor(path: string) {
    super(`A link is not followed: ${path}`)
    this.path = path
  }
}

/** A folder below a connected folder, reached without following a link. */
export type HeldFolder = {
  /** Path to open, create or rename a file of this folder. Valid only until `close`. */
  readonly pathOf: (name: string) => string
  /**
   * Whether nothing on the way is a link by now, and the opened file is still at its name. Always true where
   * a held folder cannot be replaced. Throws LinkError.
   */
  readonly isSame: (name: string, opened: FileHandle | null) => Promise<boolean>
  readonly close: () => Promise<void>
}

/** Absent on Windows, where `lstat` alone decides. */
export const NO_FOLLOW = constants.O_NOFOLLOW ?? 0
const AS_FOLDER = constants.O_RDONLY | NO_FOLLOW | (constants.O_DIRECTORY ?? 0)

/**
 * Opens the folder at `path` (relative, with `/`; empty for the root itself) below `root` step by step
 * without following links; `root` can be reached through links. On Linux each step starts at the open folder
 * before it (`/proc/self/fd`, like `openat`), so that no one can put a link in between check and use.
 * Elsewhere each step is checked before, and `isSame` checks again after the use: a link that comes and goes
 * in that moment is noticed for files that are read (by their inode); in the moment of a rename it could
 * receive the file that is written. With `create`, missing folders are created. Throws LinkError, and errors
 * of the file system.
 */
export async function holdFolder(root: string, path: string, { create = false } = {}): Promise<HeldFolder> {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.')
  if (steps.includes('..')) throw new LinkError(path)
  const real = await realpath(root)
  return (await canHold(real)) ? holdByHandle(real, steps, create) : holdByPath(real, steps, create)
}

let holds: boolean | null = null

/** Whether paths can start at an open folder on this system. */
async function canHold(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  if (holds !== null) return holds
  const handle = await open(folder, AS_FOLDER)
  try {
    const seen = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => null) // no /proc here
    holds = seen === folder
    return holds
  } finally {
    await handle.close()
  }
}

async function holdByHandle(root: string, steps: readonly string[], create: boolean): Promise<HeldFolder> {
  let handle: FileHandle = await open(root, AS_FOLDER)
  try {
    for (const [index, step] of steps.entries()) {
      const next = await openStep(
        `/proc/self/fd/${handle.fd}/${step}`,
        steps.slice(0, index + 1).join('/'),
        create,
      )
      await handle.close()
      handle = next
    }
  } catch (error) {
    await handle.close()
    throw error
  }
  return {
    pathOf: (name) => `/proc/self/fd/${handle.fd}/${name}`,
    isSame: async () => true,
    close: () => handle.close(),
  }
}

async function openStep(place: string, path: string, create: boolean): Promise<FileHandle> {
  try {
    return await open(place, AS_FOLDER)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' && create) {
      await makeFolder(place)
      return openStep(place, path, false)
    }
    if ((code === 'ELOOP' || code === 'ENOTDIR') && (await isLink(place))) throw new LinkError(path)
    throw error
  }
}

async function holdByPath(root: string, steps: readonly string[], create: boolean): Promise<HeldFolder> {
  const place = join(root, ...steps)
  const walk = async (make: boolean) => {
    for (let count = 1; count <= steps.length; count++) {
      const step = join(root, ...steps.slice(0, count))
      if (await isLink(step)) throw new LinkError(steps.slice(0, count).join('/'))
      if (make) await makeFolder(step)
    }
  }
  await walk(create)
  return {
    pathOf: (name) => join(place, name),
    async isSame(name, opened) {
      await walk(false)
      const seen = await lstat(join(place, name)).catch(() => null) // a missing file is not the same
      if (seen?.isSymbolicLink()) throw new LinkError([...steps, name].join('/'))
      const info = await opened?.stat()
      return seen?.ino === info?.ino && seen?.dev === info?.dev
    },
    close: async () => {},
  }
}

async function makeFolder(place: string): Promise<void> {
  try {
    await mkdir(place)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

async function isLink(place: string): Promise<boolean> {
  try {
    return (await lstat(place)).isSymbolicLink()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

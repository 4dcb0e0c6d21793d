import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Blobs } from './blobs.ts'

/** Opens blobs in a folder, which several processes and machines can share. */
export function openFolderBlobs(folder: string): Blobs {
  const pathOf = (name: string) => join(folder, ...name.split('/').map(fileName))
  return {
    read: (name) => orNull(readFile(pathOf(name))),
    async write(name, bytes) {
      const path = pathOf(name)
      const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
      await mkdir(dirname(path), { recursive: true })
      try {
        await writeFile(temporary, bytes, { flush: true })
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async mark(name) {
      const found = await orNull(stat(pathOf(name), { bigint: true }))
      return found && `${found.ino}-${found.mtimeNs}-${found.size}`
    },
  }
}

/** File systems take 255 bytes; a temporary name has 17 more than the file's. */
const FILE_NAME_MAX = 238

/**
 * Turns a part of a name into a file name that is valid on every system; `..` and the like cannot escape the
 * folder. A name that is too long for a file, as one of 31 Chinese characters is, ends with its hash.
 */
function fileName(part: string): string {
  const name = part.replace(/[^\w.@-]/gu, (character) => `%${Buffer.from(character).toString('hex')}`)
  if (name.length > FILE_NAME_MAX)
    return `${name.slice(0, 150)}~${createHash('sha256').update(name).digest('hex')}`
  return /^\.+$/.test(name) ? name.replaceAll('.', '%2e') : name
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    // A system error has a code.
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

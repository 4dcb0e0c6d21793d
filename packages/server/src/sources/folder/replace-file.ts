import { randomBytes } from 'node:crypto'
import { renameSync, statSync } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode, hashOf } from './read-locale-file.ts'

/** Ends the name of every temporary file, so that one left by a crash is known for what it is. */
export const TEMPORARY_SUFFIX = '.dragoman-tmp'

/**
 * `written`; `changed`: somebody else wrote meanwhile and nothing was done; `overtaken`: somebody wrote into the old file in the moment it was
 * replaced, and these are the bytes they meant.
 */
export type Replacement =
  | { readonly kind: 'written'; readonly stamp: string }
  | { readonly kind: 'changed' }
  | { readonly kind: 'overtaken'; readonly bytes: Uint8Array }

export type ReplaceRequest = {
  readonly path: string
  readonly bytes: Uint8Array
  /** Hash of what must stand there; null: there must be nothing. */
  readonly expected: string | null
}

/**
 * Puts new bytes in the place of a file at once: a reader sees the old file or the new one, also after a crash. Never replaces what the caller has
 * not seen. Keeps the file's mode. Errors of the file system pass through; then the old file is whole.
 */
export async function replaceFile({ path, bytes, expected }: ReplaceRequest): Promise<Replacement> {
  const folder = dirname(path)
  if (expected === null) await mkdir(folder, { recursive: true })
  const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}${TEMPORARY_SUFFIX}`)
  const old = await openExisting(path)
  try {
    if ((old === null) !== (expected === null)) return { kind: 'changed' }
    const before = old && (await old.stat())
    const stamp = await writeTemporary(temporary, bytes, before?.mode)
    if (old !== null && hashOf(await readWhole(old)) !== expected) return { kind: 'changed' }
    // Between this look and the rename nothing else of this process runs.
    if (inodeOf(path) !== (before?.ino ?? null)) return { kind: 'changed' }
    renameSync(temporary, path)
    await syncFolder(folder)
    if (old === null) return { kind: 'written', stamp }
    const last = await settledBytes(old, expected)
    return hashOf(last) === expected ? { kind: 'written', stamp } : { kind: 'overtaken', bytes: last }
  } finally {
    await old?.close()
    await rm(temporary, { force: true })
  }
}

/** Changes whenever a file is written or replaced; a rename keeps it. */
export function stampFrom({ ino, size, mtimeMs }: { readonly ino: number; readonly size: number; readonly mtimeMs: number }): string {
  return `${ino} ${size} ${mtimeMs}`
}

async function openExisting(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

async function writeTemporary(path: string, bytes: Uint8Array, mode: number | undefined): Promise<string> {
  const file = await open(path, 'wx', mode === undefined ? 0o666 : mode & 0o777)
  try {
    if (mode !== undefined) await file.chmod(mode & 0o7777)
    await file.writeFile(bytes)
    await file.sync()
    return stampFrom(await file.stat())
  } finally {
    await file.close()
  }
}

function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null
}

async function readWhole(file: FileHandle): Promise<Uint8Array> {
  const { size } = await file.stat()
  const bytes = Buffer.alloc(size)
  let at = 0
  while (at < size) {
    const { bytesRead } = await file.read(bytes, at, size - at, at)
    if (bytesRead === 0) break
    at += bytesRead
  }
  return bytes.subarray(0, at)
}

/** What was written into a file that is no longer at its path. A program in the middle of writing has emptied it first: its bytes count once two looks agree. */
async function settledBytes(file: FileHandle, expected: string | null): Promise<Uint8Array> {
  let bytes = await readWhole(file)
  if (hashOf(bytes) === expected) return bytes
  for (let look = 0; look < 10; look++) {
    await delay(20)
    const next = await readWhole(file)
    if (next.length > 0 && Buffer.compare(next, bytes) === 0) break
    bytes = next
  }
  return bytes
}

/** Makes the rename itself last; some file systems know no such thing. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  if (handle === null) return
  try {
    await handle.sync()
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'EISDIR', 'ENOTSUP'].includes(errorCode(error))) throw error
  } finally {
    await handle.close()
  }
}

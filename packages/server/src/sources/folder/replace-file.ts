import { lstatSync, renameSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { hashOf } from '../../sync/hash-of.ts'
import type { Replacement } from '../../sync/source-files.ts'
import { errorCode } from './file-fault.ts'
import { stampFrom } from './file-stamp.ts'
import { type HeldFolder, holdFolder } from './hold-folder.ts'
import { nameOf, openIn, parentOf } from './read-locale-file.ts'
import { temporaryName } from './temporary-name.ts'

/** A result of the port, with the stamp of what was written. */
export type ReplacedFile =
  | { readonly kind: 'written'; readonly stamp: string }
  | Extract<Replacement, { readonly kind: 'changed' | 'overtaken' }>

export type ReplaceRequest = {
  /** Links on the way from here to the file are not followed. */
  readonly folder: string
  /** Relative to the folder, with `/`. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Hash of what must be there; null: nothing can be there. */
  readonly expected: string | null
  /**
   * Called for each step, for callers that have to know after a crash whether the rename was done: it was if
   * the temporary file is gone.
   */
  readonly steps?: RenameSteps
}

export type RenameSteps = {
  /** The temporary file is on disk, with this name in the file's folder. */
  readonly beforeRename: (temporary: string) => Promise<void>
  /** There will be no rename; the temporary file is still there, and stays if this throws. */
  readonly givenUp: () => Promise<void>
}

/**
 * Replaces a file atomically: a reader sees the old file or the new one, also after a crash. Never replaces
 * what the caller has not seen. Keeps the file's mode. Throws LinkError and errors of the file system; the
 * old file is intact then.
 */
export async function replaceFile({
  folder,
  path,
  bytes,
  expected,
  steps,
}: ReplaceRequest): Promise<ReplacedFile> {
  const held = await holdFolder(folder, parentOf(path), { create: expected === null })
  try {
    return await replaceIn(held, { name: nameOf(path), bytes, expected, steps })
  } finally {
    await held.close()
  }
}

async function replaceIn(
  held: HeldFolder,
  {
    name,
    bytes,
    expected,
    steps,
  }: Pick<ReplaceRequest, 'bytes' | 'expected'> & {
    readonly name: string
    readonly steps: RenameSteps | undefined
  },
): Promise<ReplacedFile> {
  const place = held.pathOf(name)
  const ownName = temporaryName(name)
  const temporary = held.pathOf(ownName)
  let isAnnounced = false
  let isRenamed = false
  const old = await openExisting(held, name)
  try {
    if ((old === null) !== (expected === null)) return { kind: 'changed' }
    const before = old && (await old.stat())
    // For example a pipe.
    if (before?.isFile() === false) return { kind: 'changed' }
    const stamp = await writeTemporary(temporary, bytes, before?.mode)
    isAnnounced = steps !== undefined
    await steps?.beforeRename(ownName)
    if (old !== null && hashOf(await readWhole(old)) !== expected) return { kind: 'changed' }
    if (!(await held.isSame(name, old))) return { kind: 'changed' }
    // Nothing else of this process runs between this check and the rename.
    if (inodeOf(place) !== (before?.ino ?? null)) return { kind: 'changed' }
    renameSync(temporary, place)
    isRenamed = true
    await syncFolder(held.pathOf('.'))
    if (old === null) return { kind: 'written', stamp }
    const last = await readStableBytes(old, expected)
    return hashOf(last) === expected ? { kind: 'written', stamp } : { kind: 'overtaken', bytes: last }
  } finally {
    await old?.close()
    if (isAnnounced && !isRenamed) await steps?.givenUp()
    if (!isRenamed) await rm(temporary, { force: true })
  }
}

async function openExisting(held: HeldFolder, name: string): Promise<FileHandle | null> {
  try {
    return await openIn(held, name)
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
  return lstatSync(path, { throwIfNoEntry: false })?.ino ?? null
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

/**
 * Returns what was written into a file that is no longer at its path. A program in the middle of writing has
 * emptied it first, so its bytes count once two reads agree.
 */
async function readStableBytes(file: FileHandle, expected: string | null): Promise<Uint8Array> {
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

/** Makes the rename durable; some file systems do not support this. */
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

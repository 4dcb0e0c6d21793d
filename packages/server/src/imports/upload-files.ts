import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'

/** One file of an upload. */
export type UploadedFile = {
  /** Its path in what was dropped or chosen, which defines language and namespace. */
  readonly path: string
  /** Name of the file with its bytes, in the folder of the upload. */
  readonly stored: string
  readonly sizeBytes: number
}

/** File of an upload with a line for each of its files. */
export const LIST = 'files.jsonl'

/** Returns the files of an upload by path; placements refer to them by their index in this list. */
export async function listUploadedFiles(folder: string): Promise<readonly UploadedFile[]> {
  const text = await readFile(join(folder, LIST), 'utf8').catch(() => '') // nothing was uploaded yet
  const byPath = new Map<string, UploadedFile>()
  for (const file of filesIn(text)) byPath.set(file.path, file)
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Yields the files in lines of the list, in the order in which they were added. */
export function* filesIn(lines: string): Generator<UploadedFile> {
  // The last line can be incomplete if the process ended while writing it: its file was not acknowledged.
  for (const line of lines.split('\n')) if (line.endsWith('}')) yield JSON.parse(line)
}

/** How many files, and bytes in all of them, an upload has or can have. */
export type UploadSize = { readonly files: number; readonly bytes: number }

/** Returns how much can be added to an upload. */
export function roomLeft(limits: UploadSize, uploaded: UploadSize): UploadSize {
  return { files: limits.files - uploaded.files, bytes: limits.bytes - uploaded.bytes }
}

/** Adds files to an upload. Throws `too-large` if there is no room for all of them; then none is added. */
export async function addUploadedFiles(
  folder: string,
  files: readonly UploadedFile[],
  room: UploadSize,
): Promise<void> {
  requireRoom(room, files)
  await appendFile(join(folder, LIST), files.map((file) => `${JSON.stringify(file)}\n`).join(''))
}

/** Throws `too-large` if files are too many or too large to be added. */
export function requireRoom(room: UploadSize, files: readonly Pick<UploadedFile, 'sizeBytes'>[]): void {
  if (files.length > room.files) throw new Failure('too-large', { limitFiles: LIMITS.archiveFilesMax })
  if (totalBytes(files) > room.bytes) throw new Failure('too-large', { limitBytes: LIMITS.archiveBytesMax })
}

/** Returns the size of all files together. */
function totalBytes(files: readonly Pick<UploadedFile, 'sizeBytes'>[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

/**
 * Returns a path that cannot leave its folder; null if nothing remains, or if it is a file that programs add
 * on their own. Its accents are composed, because macOS decomposes those of names that people typed.
 */
export function cleanPath(path: string): string | null {
  const parts = path
    .normalize('NFC')
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  if (parts.some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'node_modules'))
    return null
  return parts.length === 0 ? null : parts.join('/')
}

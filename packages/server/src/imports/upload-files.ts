import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One file of an upload. */
export type UploadedFile = {
  /** As it was within what was dropped or chosen: tells language and namespace. */
  readonly path: string
  /** Name of the file that holds its bytes, in the folder of the upload. */
  readonly stored: string
  readonly sizeBytes: number
}

const LIST = 'files.jsonl'

/** The files of an upload by path; the place in this list is the number that placements name. */
export async function listUploadedFiles(folder: string): Promise<readonly UploadedFile[]> {
  const text = await readFile(join(folder, LIST), 'utf8').catch(() => '') // nothing has come yet
  const byPath = new Map<string, UploadedFile>()
  for (const line of text.split('\n')) {
    // The last line may be cut where the process ended while it was written: its file was not acknowledged.
    if (line.endsWith('}')) byPath.set(JSON.parse(line).path, JSON.parse(line))
  }
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

export function addUploadedFiles(folder: string, files: readonly UploadedFile[]): Promise<void> {
  return appendFile(join(folder, LIST), files.map((file) => `${JSON.stringify(file)}\n`).join(''))
}

/**
 * A path without ways out of where it begins and without what programs put beside files; null where nothing
 * of it is left or nobody means it.
 */
export function cleanPath(path: string): string | null {
  const parts = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  if (parts.some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'node_modules'))
    return null
  return parts.length === 0 ? null : parts.join('/')
}

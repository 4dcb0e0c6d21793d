import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { openZip, readZipPart } from '@dragoman/formats'
import type { TaskContext } from '../workers/tasks.ts'
import {
  addUploadedFiles,
  cleanPath,
  requireRoom,
  type UploadedFile,
  type UploadSize,
} from './upload-files.ts'

type Archive = {
  readonly folder: string
  readonly archive: string
  readonly name: string
  /** How much can be added to the upload. */
  readonly room: UploadSize
}

/**
 * Unpacks a ZIP archive into the upload, one file at a time. Throws `too-large` if it contains more, or
 * unpacks to more, than there is room for, and `unreadable-file` if it is not an archive or damaged; then none of
 * it is kept.
 */
export async function unpackArchive(
  { report }: TaskContext,
  { folder, archive, name, room }: Archive,
): Promise<number> {
  const zip = openZip(await readFile(archive), new Map(), {
    parts: LIMITS.archiveFilesMax,
    unpackedBytes: LIMITS.archiveBytesMax,
    ratio: LIMITS.archiveRatioMax,
  })
  if (zip === 'too-large') throw new Failure('too-large', { name, limitBytes: LIMITS.archiveBytesMax })
  if (zip === 'not-a-zip')
    throw new Failure('unreadable-file', { name, reason: 'not-a-zip', line: 1, column: 1 })
  const parts = [...zip.parts.values()].flatMap(({ name: inZip, size }) => {
    const path = inZip.endsWith('/') ? null : cleanPath(inZip)
    return path === null ? [] : [{ inZip, path, sizeBytes: size }]
  })
  requireRoom(room, parts)
  const files: UploadedFile[] = []
  try {
    for (const { inZip, path, sizeBytes } of parts) {
      const inArchive = `${name}/${path}`
      if (sizeBytes > LIMITS.fileBytesMax)
        throw new Failure('too-large', { name: inArchive, limitBytes: LIMITS.fileBytesMax })
      const bytes = readZipPart(zip, inZip)
      if (bytes === null)
        throw new Failure('unreadable-file', { name: inArchive, reason: 'not-a-zip', line: 1, column: 1 })
      const stored = `${randomUUID()}.part`
      files.push({ path, stored, sizeBytes: bytes.length })
      await writeFile(join(folder, stored), bytes, { mode: 0o600 })
      report(files.length, zip.parts.size, path)
    }
    await addUploadedFiles(folder, files, room)
  } catch (error) {
    await Promise.all(files.map(({ stored }) => rm(join(folder, stored), { force: true })))
    throw error
  }
  return files.length
}

import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { openZip, readZipPart } from '@dragoman/formats'
import type { TaskContext } from '../workers/tasks.ts'
import { addUploadedFiles, cleanPath, type UploadedFile } from './upload-files.ts'

/**
 * Unpacks a ZIP archive into the upload, one file at a time. Throws `too-large` if it contains more, or
 * unpacks to more, than an upload can, and `unreadable-file` if it is not an archive or damaged; then none of
 * it is added.
 */
export async function unpackArchive(
  { report }: TaskContext,
  { folder, archive, name }: { readonly folder: string; readonly archive: string; readonly name: string },
): Promise<number> {
  const zip = openZip(await readFile(archive), new Map(), {
    parts: LIMITS.archiveFilesMax,
    unpackedBytes: LIMITS.archiveBytesMax,
    ratio: LIMITS.archiveRatioMax,
  })
  if (zip === 'too-large') throw new Failure('too-large', { name, limitBytes: LIMITS.archiveBytesMax })
  if (zip === 'not-a-zip')
    throw new Failure('unreadable-file', { name, reason: 'not-a-zip', line: 1, column: 1 })
  const files: UploadedFile[] = []
  for (const part of zip.parts.values()) {
    const path = part.name.endsWith('/') ? null : cleanPath(part.name)
    if (path === null) continue
    if (part.size > LIMITS.fileBytesMax)
      throw new Failure('too-large', { name: `${name}/${path}`, limitBytes: LIMITS.fileBytesMax })
    const bytes = readZipPart(zip, part.name)
    if (bytes === null)
      throw new Failure('unreadable-file', {
        name: `${name}/${path}`,
        reason: 'not-a-zip',
        line: 1,
        column: 1,
      })
    const stored = `${randomUUID()}.part`
    await writeFile(join(folder, stored), bytes, { mode: 0o600 })
    files.push({ path, stored, sizeBytes: bytes.length })
    report(files.length, zip.parts.size, path)
  }
  await addUploadedFiles(folder, files)
  return files.length
}

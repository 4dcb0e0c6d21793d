import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { oneAtATimeOfKey } from '../one-at-a-time.ts'
import { filesIn, LIST, type UploadSize } from './upload-files.ts'

/** Returns how many files an upload has, and how many bytes they have together. */
export type SizeOfUpload = (folder: string) => Promise<UploadSize>

/** Uploads whose files are remembered; the lists of others are read again. */
const REMEMBERED_AT_MOST = 50

type Remembered = {
  /** Bytes of the list that were read. */
  read: number
  /** Size of each file, by its path. */
  readonly sizes: Map<string, number>
  bytes: number
}

/**
 * Measures uploads while their files arrive: only what was added to the list of an upload is read, by whichever process
 * it was added.
 */
export function openUploadSizes(): SizeOfUpload {
  const inTurn = oneAtATimeOfKey()
  /** By folder, least recently used first. */
  const remembered = new Map<string, Remembered>()

  return (folder) =>
    inTurn(folder, async () => {
      const upload = remembered.get(folder) ?? { read: 0, sizes: new Map(), bytes: 0 }
      addFiles(upload, await readFrom(join(folder, LIST), upload.read))
      remembered.delete(folder)
      remembered.set(folder, upload)
      const [oldest] = remembered.keys()
      if (remembered.size > REMEMBERED_AT_MOST && oldest !== undefined) remembered.delete(oldest)
      return { files: upload.sizes.size, bytes: upload.bytes }
    })
}

/** Adds the files of what follows in the list, up to its last complete line. */
function addFiles(upload: Remembered, added: Buffer): void {
  const complete = added.subarray(0, added.lastIndexOf('\n') + 1)
  for (const { path, sizeBytes } of filesIn(complete.toString())) {
    upload.bytes += sizeBytes - (upload.sizes.get(path) ?? 0)
    upload.sizes.set(path, sizeBytes)
  }
  upload.read += complete.length
}

/** Returns the bytes of a file from a position on; none if there is no such file. */
async function readFrom(path: string, position: number): Promise<Buffer> {
  const file = await open(path).catch(() => null) // nothing was uploaded yet
  if (file === null) return Buffer.alloc(0)
  try {
    const { size } = await file.stat()
    const buffer = Buffer.alloc(Math.max(0, size - position))
    const { bytesRead } = await file.read({ buffer, position })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeHead, type FolderContent, LIMITS } from '@dragoman/formats'

/** Enough for the header and the first entries of any format. */
const HEAD_BYTES = 8 * 1024

/** What detection reads of a folder; what cannot be read is empty. */
export function folderContent(folder: string): FolderContent {
  const sizeOf = (path: string) =>
    stat(join(folder, path)).then(
      (info) => (info.isFile() ? info.size : 0),
      () => 0,
    )
  return {
    head: (path) => readHead(join(folder, path)).catch(() => ''), // detection tells what is there, not what is wrong with it
    async bytes(path) {
      const size = await sizeOf(path)
      if (size === 0 || size > LIMITS.fileBytes) return new Uint8Array()
      return readFile(join(folder, path)).catch(() => new Uint8Array())
    },
    size: sizeOf,
  }
}

async function readHead(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return decodeHead(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

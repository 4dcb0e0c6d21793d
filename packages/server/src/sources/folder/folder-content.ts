import { decodeHead, type FolderContent } from '@dragoman/formats'
import { openInside, readFileInside } from './read-locale-file.ts'

/** Enough for the header and the first entries of any format. */
const HEAD_BYTES = 8 * 1024

/** Reads a folder for detection; a file that cannot be read, or only through a link, appears empty. */
export function folderContent(folder: string): FolderContent {
  return {
    // detection reports what is there, not what is wrong with it
    head: (path) => readHead(folder, path).catch(() => ''),
    async bytes(path) {
      const file = await readFileInside(folder, path)
      return file.kind === 'bytes' ? file.bytes : new Uint8Array()
    },
    size: (path) => sizeOf(folder, path).catch(() => 0),
  }
}

async function sizeOf(folder: string, path: string): Promise<number> {
  const file = await openInside(folder, path)
  try {
    const info = await file.stat()
    return info.isFile() ? info.size : 0
  } finally {
    await file.close()
  }
}

async function readHead(folder: string, path: string): Promise<string> {
  const file = await openInside(folder, path)
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return decodeHead(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, open } from 'node:fs/promises'

/**
 * A backup ends with this and the SHA-256 of everything before it. SQLite ignores bytes after the pages that
 * its header counts.
 */
const MARK = '\n-- dragoman backup, sha-256 '
const FOOTER_BYTES = MARK.length + 64 + 1

export async function appendChecksum(file: string): Promise<void> {
  await appendFile(file, `${MARK}${await digest(file)}\n`)
}

/**
 * Returns the length of the database in a backup, and whether it is intact; null for a file without a
 * checksum, which was written by an earlier version or is not a backup.
 */
export async function readChecksum(
  file: string,
): Promise<{ readonly bytes: number; readonly isWhole: boolean } | null> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const bytes = size - FOOTER_BYTES
    if (bytes <= 0) return null
    const footer = Buffer.alloc(FOOTER_BYTES)
    await handle.read(footer, 0, FOOTER_BYTES, bytes)
    const text = footer.toString('latin1')
    if (!text.startsWith(MARK)) return null
    return { bytes, isWhole: text.slice(MARK.length, -1) === (await digest(file, bytes)) }
  } finally {
    await handle.close()
  }
}

async function digest(file: string, bytes = Number.POSITIVE_INFINITY): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { end: bytes - 1 })) hash.update(chunk)
  return hash.digest('hex')
}

import { chmod, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/**
 * Creates a folder that only this user can open, if it is missing. A folder that belongs to another user is
 * left as it is.
 */
export async function privateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  await narrow(folder, FOLDER_MODE)
}

/** Creates an empty file that only this user can read, if it is missing. */
export async function privateFile(file: string): Promise<void> {
  const handle = await open(file, 'a', FILE_MODE)
  await handle.close()
  await narrow(file, FILE_MODE)
}

/**
 * Creates an empty file in the data folder that only its user can read, if it is missing. A file that root creates, for
 * example to restore a backup, belongs to the owner of the folder: otherwise the server could not open it.
 */
export async function privateDataFile(file: string): Promise<void> {
  // Fails if there is a file, or a link that could lead out of the folder: neither gets another owner.
  const created = await open(file, 'ax', FILE_MODE).catch(() => null)
  try {
    if (created !== null && process.getuid?.() === 0) {
      const { uid, gid } = await stat(dirname(file))
      if (uid !== 0) await created.chown(uid, gid)
    }
  } finally {
    await created?.close()
  }
  await privateFile(file)
}

/** Restricts access to existing files; missing ones are not created. */
export async function privateIfThere(...files: readonly string[]): Promise<void> {
  for (const file of files) if (await stat(file).catch(() => null)) await narrow(file, FILE_MODE)
}

async function narrow(path: string, mode: number): Promise<void> {
  const { mode: now, uid } = await stat(path)
  const isOwn = process.getuid === undefined || process.getuid() === uid || process.getuid() === 0
  if (isOwn && (now & 0o777) !== mode) await chmod(path, mode)
}

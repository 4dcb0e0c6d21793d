import { chmod, mkdir, open, stat } from 'node:fs/promises'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/**
 * A folder that nobody but this user can look into, made where it is missing. One that belongs to somebody
 * else stays as it is.
 */
export async function privateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  await narrow(folder, FOLDER_MODE)
}

/** A file that nobody but this user can read, made empty where it is missing. */
export async function privateFile(file: string): Promise<void> {
  const handle = await open(file, 'a', FILE_MODE)
  await handle.close()
  await narrow(file, FILE_MODE)
}

/** The same for files that are there; those that are missing stay missing. */
export async function privateIfThere(...files: readonly string[]): Promise<void> {
  for (const file of files) if (await stat(file).catch(() => null)) await narrow(file, FILE_MODE)
}

async function narrow(path: string, mode: number): Promise<void> {
  const { mode: now, uid } = await stat(path)
  const isOwn = process.getuid === undefined || process.getuid() === uid || process.getuid() === 0
  if (isOwn && (now & 0o777) !== mode) await chmod(path, mode)
}

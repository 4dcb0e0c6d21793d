import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PROCESS_MARK } from '../../../process-mark.ts'

/** Where keys are in files while a program needs them, in the folder of all copies. */
export const KEYS_FOLDER = 'keys'

/** Returns a new path for a copy that is deleted after its use; `root` is the folder of all copies. */
export function temporaryCopy(root: string, use: 'look' | 'test'): string {
  return join(root, `${use}-${PROCESS_MARK}-${randomBytes(8).toString('hex')}`)
}

/** Returns the mark of the process that made a temporary folder; '' for those of earlier versions. */
export function markOfTemporary(name: string): string {
  return /^[a-z]+-(.+)-[^-]+$/.exec(name)?.[1] ?? ''
}

/**
 * Calls `work` with a folder for a key, which only this user can read; it is removed afterwards, or by a later sweep
 * if this process is killed. `root` is the folder of all copies.
 */
export async function withKeyFolder<T>(
  root: string,
  use: 'ssh' | 'sign' | 'new',
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const keys = join(root, KEYS_FOLDER)
  await mkdir(keys, { recursive: true, mode: 0o700 })
  const own = await mkdtemp(join(keys, `${use}-${PROCESS_MARK}-`))
  try {
    return await work(own)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

import { createHash } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Terminal } from './terminal.ts'

/** Returns the folder in which the state of each served folder is stored. */
export function stateRoot(env: Terminal['env']): string {
  return join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'dragoman')
}

/** Creates that folder and denies other users access: its names reveal which folders were opened. */
export async function prepareStateRoot(env: Terminal['env']): Promise<void> {
  await mkdir(stateRoot(env), { recursive: true, mode: 0o700 })
  await chmod(stateRoot(env), 0o700)
}

/**
 * Returns the folder for the history and drafts of a folder, which are stored in the user's state, never in a
 * repository. `folder` is a real path.
 */
export function stateFolder(env: Terminal['env'], folder: string): string {
  return join(stateRoot(env), createHash('sha256').update(folder).digest('hex').slice(0, 16))
}

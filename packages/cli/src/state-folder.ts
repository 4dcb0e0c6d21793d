import { createHash } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Terminal } from './terminal.ts'

/** Where the system keeps the state of programs: a folder in it for each folder that was served. */
export function stateRoot(env: Terminal['env']): string {
  return join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'dragoman')
}

/**
 * Makes that folder, and closes it to other users of the machine: its names tell which folders were opened.
 */
export async function prepareStateRoot(env: Terminal['env']): Promise<void> {
  await mkdir(stateRoot(env), { recursive: true, mode: 0o700 })
  await chmod(stateRoot(env), 0o700)
}

/**
 * History and drafts of a folder live in the state of the user, never in somebody's repository. `folder` is a
 * real path.
 */
export function stateFolder(env: Terminal['env'], folder: string): string {
  return join(stateRoot(env), createHash('sha256').update(folder).digest('hex').slice(0, 16))
}

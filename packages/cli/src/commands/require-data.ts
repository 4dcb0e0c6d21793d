import { stat } from 'node:fs/promises'
import type { readConfig } from '@dragoman/server'
import { CommandError } from '../terminal.ts'

/** Throws CommandError if the data folder of a server with SQLite does not exist. */
export async function requireData({ database }: ReturnType<typeof readConfig>): Promise<void> {
  if (database.kind === 'sqlite' && (await stat(database.folder).catch(() => null)) === null)
    throw new CommandError(
      `There is no data in ${database.folder}. Set DRAGOMAN_DATA to the data folder of the server.`,
    )
}

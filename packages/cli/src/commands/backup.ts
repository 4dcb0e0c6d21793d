import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { backupData, readConfig } from '@dragoman/server'
import { readArguments } from '../read-arguments.ts'
import { CommandError, type Terminal } from '../terminal.ts'

/** `dragoman backup [FILE]`: one file with everything, checked before it counts. */
export async function backup(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words } = readArguments(args, {}, { wordsMax: 1 })
  const config = readConfig(env)
  const file = resolve(words[0] ?? `dragoman-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.db`)
  if ((await stat(file).catch(() => null)) !== null)
    throw new CommandError(`${file} exists already. Give another name.`)
  if (config.database.kind === 'sqlite' && (await stat(config.database.folder).catch(() => null)) === null) {
    throw new CommandError(
      `There is no data in ${config.database.folder}. Set DRAGOMAN_DATA to the data folder of the server.`,
    )
  }
  const { sizeBytes } = await backupData(config, file)
  print(`Backed up into ${file} (${(sizeBytes / 1_000_000).toFixed(1)} MB).`)
  return 0
}

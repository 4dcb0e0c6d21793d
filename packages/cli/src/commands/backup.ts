import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { backupData, readConfig } from '@dragoman/server'
import { CommandError, type Terminal } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'
import { requireData } from './require-data.ts'

/** `dragoman backup [FILE]`: writes one file with all data, and verifies it before keeping it. */
export async function backup(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words } = readArgumentsOf('backup', args)
  const config = readConfig(env)
  const file = resolve(words[0] ?? `dragoman-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.db`)
  if ((await stat(file).catch(() => null)) !== null)
    throw new CommandError(`${file} already exists. Choose another name.`)
  await requireData(config)
  const { sizeBytes } = await backupData(config, file)
  print(`Backed up to ${file} (${(sizeBytes / 1_000_000).toFixed(1)} MB).`)
  return 0
}

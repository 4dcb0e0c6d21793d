import { mkdir, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readConfig, restoreData } from '@dragoman/server'
import { CommandError, type Terminal, UsageError } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

/** `dragoman restore FILE`: replaces the data with a backup; the old data is kept next to it. */
export async function restore(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words } = readArgumentsOf('restore', args)
  const [name] = words
  if (name === undefined) throw new UsageError('Which file? dragoman restore FILE.')
  const file = resolve(name)
  if ((await stat(file).catch(() => null)) === null) throw new CommandError(`There is no file ${file}.`)
  const config = readConfig(env)
  await mkdir(config.dataFolder, { recursive: true })
  const { kept } = await restoreData(config, file, new Date())
  print(`Restored ${file}.${kept === null ? '' : ` The previous data is kept as ${kept}.`}`)
  print(
    'Everyone has to sign in again, and API tokens have to be created again: a backup contains neither sessions nor tokens.',
  )
  return 0
}

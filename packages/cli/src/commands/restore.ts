import { mkdir, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readConfig, restoreData } from '@dragoman/server'
import { readArguments } from '../read-arguments.ts'
import { CommandError, type Terminal, UsageError } from '../terminal.ts'

/** `dragoman restore FILE`: a backup in the place of the data, which stays beside it. */
export async function restore(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words } = readArguments(args, {}, { wordsMax: 1 })
  const [name] = words
  if (name === undefined) throw new UsageError('Say which file to restore: dragoman restore FILE.')
  const file = resolve(name)
  if ((await stat(file).catch(() => null)) === null) throw new CommandError(`There is no file ${file}.`)
  const config = readConfig(env)
  await mkdir(config.dataFolder, { recursive: true })
  const { kept } = await restoreData(config, file, new Date())
  print(`Restored ${file}.${kept === null ? '' : ` The data that was there is kept as ${kept}.`}`)
  return 0
}

import { stat } from 'node:fs/promises'
import { forgetSecrets, readConfig } from '@dragoman/server'
import { CommandError, type Terminal } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

/** `dragoman forget-secret`: lets the server start although its DRAGOMAN_SECRET is lost. */
export async function forgetSecret(args: readonly string[], { env, print }: Terminal): Promise<number> {
  readArgumentsOf('forget-secret', args)
  const config = readConfig(env)
  if (config.database.kind === 'sqlite' && (await stat(config.database.folder).catch(() => null)) === null)
    throw new CommandError(
      `There is no data in ${config.database.folder}. Set DRAGOMAN_DATA to the data folder of the server.`,
    )
  if (await forgetSecrets(config))
    print('The next start accepts the DRAGOMAN_SECRET that is set then. What was encrypted before is lost.')
  else print('Nothing was changed: DRAGOMAN_SECRET is the one that this database is used with.')
  return 0
}

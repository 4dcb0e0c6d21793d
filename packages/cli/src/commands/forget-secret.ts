import { forgetSecrets, readConfig } from '@dragoman/server'
import type { Terminal } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'
import { requireData } from './require-data.ts'

/** `dragoman forget-secret`: lets the server start although its DRAGOMAN_SECRET is lost. */
export async function forgetSecret(args: readonly string[], { env, print }: Terminal): Promise<number> {
  readArgumentsOf('forget-secret', args)
  const config = readConfig(env)
  await requireData(config)
  if (await forgetSecrets(config))
    print('The next start accepts the DRAGOMAN_SECRET that is set then. What was encrypted before is lost.')
  else print('Nothing was changed: DRAGOMAN_SECRET is the one that this database is used with.')
  return 0
}

import { readBlobsLocation, readConfig, startDelivery } from '@dragoman/server'
import { CommandError, type Terminal } from '../terminal.ts'
import { waitUntilStopped } from '../until-stopped.ts'
import { readArgumentsOf } from './descriptions.ts'

/** `dragoman deliver`: delivers everything that a server has published, without a database. */
export async function deliver(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { options } = readArgumentsOf('deliver', args)
  const config = readConfig(env, { port: options.get('--port'), host: options.get('--host') })
  const blobs = readBlobsLocation(env)
  if (blobs === null)
    throw new CommandError(
      'DRAGOMAN_BLOBS must be the folder or bucket that the server publishes to, as configured there.',
    )
  const server = await startDelivery(config, { blobs })
  return waitUntilStopped(server, () => print(`Delivering at ${server.address}/d/`))
}

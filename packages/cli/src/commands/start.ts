import { readConfig, startServer } from '@dragoman/server'
import { clientFolder, sampleFolder } from '../client-folder.ts'
import type { Terminal } from '../terminal.ts'
import { waitUntilStopped } from '../until-stopped.ts'
import { programVersion } from '../version.ts'
import { readArgumentsOf } from './descriptions.ts'

/** `dragoman start`: starts the server of a team, with a sample project on its first start. */
export async function start(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { options } = readArgumentsOf('start', args)
  const config = readConfig(env, { port: options.get('--port'), host: options.get('--host') })
  const server = await startServer(config, {
    clientFolder: clientFolder(),
    sampleFolder: sampleFolder(),
    version: programVersion(),
  })
  return waitUntilStopped(server, () => print(`Dragoman is at ${server.address}`))
}

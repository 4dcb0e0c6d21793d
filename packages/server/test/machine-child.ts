import { readBlobsLocation, readConfig } from '../src/config.ts'
import { startDelivery } from '../src/deliver.ts'
import { startServer } from '../src/main.ts'

/**
 * A server, or with the argument `deliver` a delivery, in a separate process with the settings of its
 * environment, like `dragoman start` and `dragoman deliver`. Prints its address to standard output; shuts
 * down cleanly on SIGTERM.
 */
const config = readConfig(process.env)
const blobs = readBlobsLocation(process.env)
const server =
  process.argv[2] === 'deliver' && blobs !== null
    ? await startDelivery(config, { blobs })
    : await startServer(config, { clientFolder: null, version: '0.0.0-test' })
process.once('SIGTERM', () => void server.close())
process.stdout.write(`${server.origin}\n`)

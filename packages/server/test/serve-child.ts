import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../src/main.ts'
import { inspectFolder } from '../src/sources/folder/inspect-folder.ts'

/**
 * A server in a process of its own, to be killed: `node serve-child.ts FOLDER`, over `FOLDER/locales` where
 * there is such a folder. Says its address on standard output.
 */
const folder = process.argv[2] ?? '.'
const dataFolder = join(folder, 'data')
const locales = join(folder, 'locales')
const server = await startServer(
  {
    port: 0,
    host: '127.0.0.1',
    dataFolder,
    database: { kind: 'sqlite', folder: dataFolder },
    setupCode: 'test-setup-code',
  },
  {
    clientFolder: null,
    version: '0.0.0-test',
    ...(existsSync(locales) ? { folder: await inspectFolder(locales) } : {}),
  },
)
process.stdout.write(`${server.origin}\n`)

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../src/main.ts'
import { inspectFolder } from '../src/sources/folder/inspect-folder.ts'

/**
 * A server in a process of its own, to be killed: `node serve-child.ts FOLDER`, over `FOLDER/locales` where
 * there is such a folder. With `TEST_DATABASE_URL` one of several on that PostgreSQL, whose clock is wrong by
 * `TEST_CLOCK_MS`. Says its address on standard output.
 */
setClockWrong(Number(process.env.TEST_CLOCK_MS ?? 0))
const url = process.env.TEST_DATABASE_URL
const folder = process.argv[2] ?? '.'
const dataFolder = join(folder, 'data')
const locales = join(folder, 'locales')
const server = await startServer(
  {
    port: 0,
    host: '127.0.0.1',
    dataFolder,
    database: url === undefined ? { kind: 'sqlite', folder: dataFolder } : { kind: 'postgres', url },
    setupCode: 'test-setup-code',
  },
  {
    clientFolder: null,
    version: '0.0.0-test',
    ...(url === undefined && existsSync(locales) ? { folder: await inspectFolder(locales) } : {}),
  },
)
process.stdout.write(`${server.origin}\n`)

function setClockWrong(byMs: number): void {
  if (byMs === 0) return
  const Right = Date
  class WrongDate extends Right {
    constructor(...parts: readonly number[]) {
      // `new Date(ms)` and `new Date(text)` mean what they say; only "now" is wrong.
      if (parts.length === 0) super(Right.now() + byMs)
      else super(...(parts as [number]))
    }
    static override now(): number {
      return Right.now() + byMs
    }
  }
  globalThis.Date = WrongDate as DateConstructor
}

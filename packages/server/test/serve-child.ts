import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readBlobsLocation } from '../src/config.ts'
import { startServer } from '../src/main.ts'
import { type AllowedAddresses, readAllowedAddress } from '../src/outgoing/allowed-addresses.ts'
import { inspectFolder } from '../src/sources/folder/inspect-folder.ts'
import type { Timings } from '../src/timings.ts'
import { killAtStep } from './kill-at-step.ts'

/**
 * A server in a separate process, to be killed: `node serve-child.ts FOLDER`, over `FOLDER/locales` if that
 * exists. With `TEST_DATABASE_URL` one of several on that PostgreSQL, whose clock is wrong by
 * `TEST_CLOCK_MS`. `TEST_TIMINGS` replaces some of its timings;
 * `TEST_HOLD_JOB` holds jobs of a kind before their next step, once so much is done: `import 50`. Publishes to `DRAGOMAN_BLOBS`; `TEST_KILL_FILE` kills it at a step of publishing. Prints
 * its address to standard output.
 */
setClockWrong(Number(process.env.TEST_CLOCK_MS ?? 0))
const url = process.env.TEST_DATABASE_URL
const folder = process.argv[2] ?? '.'
const dataFolder = join(folder, 'data')
const locales = join(folder, 'locales')
const blobs = readBlobsLocation(process.env)
if (blobs?.kind === 'folder' && process.env.TEST_KILL_FILE !== undefined)
  killAtStep({ folder: blobs.folder, file: process.env.TEST_KILL_FILE })
const [heldKind, heldDone] = (process.env.TEST_HOLD_JOB ?? '').split(' ')
const server = await startServer(
  {
    port: 0,
    host: '127.0.0.1',
    dataFolder,
    database: url === undefined ? { kind: 'sqlite', folder: dataFolder } : { kind: 'postgres', url },
    setupCode: 'test-setup-code',
    allowedAddresses: allowingLoopback(),
    blobs,
    searchPath: process.env.PATH ?? '',
  },
  {
    clientFolder: null,
    version: '0.0.0-test',
    beforeJobStep: async ({ kind, done }) => {
      if (kind === heldKind && done >= Number(heldDone)) await new Promise(() => undefined)
    },
    timings: JSON.parse(process.env.TEST_TIMINGS ?? '{}') as Partial<Timings>, // written by serverProcesses
    ...(url === undefined && existsSync(locales) ? { folder: await inspectFolder(locales) } : {}),
  },
)
process.stdout.write(`${server.origin}\n`)

/** Receivers of webhooks in tests are on this machine. */
function allowingLoopback(): AllowedAddresses {
  const place = readAllowedAddress('127.0.0.1')
  return { networks: place !== null && 'network' in place ? [place.network] : [], hosts: new Set() }
}

function setClockWrong(byMs: number): void {
  if (byMs === 0) return
  const Right = Date
  class WrongDate extends Right {
    constructor(...parts: readonly number[]) {
      // `new Date(ms)` and `new Date(text)` behave as usual; only "now" is wrong.
      if (parts.length === 0) super(Right.now() + byMs)
      else super(...(parts as [number]))
    }
    static override now(): number {
      return Right.now() + byMs
    }
  }
  globalThis.Date = WrongDate as DateConstructor
}

import { createHash } from 'node:crypto'
import { copyDatabase as copy, DatabaseUnavailableError, readDatabaseLocation } from '@dragoman/server'
import { CommandError, type Terminal, UsageError } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

/** `dragoman copy-database FROM TO`: copies all tables of a database to another, and compares hashes. */
export async function copyDatabase(args: readonly string[], { print, complain }: Terminal): Promise<number> {
  const { words } = readArgumentsOf('copy-database', args)
  const [from, to] = words
  if (from === undefined || to === undefined)
    throw new UsageError(
      'Copy what, and where? dragoman copy-database FROM TO. Each is a data folder or postgres://….',
    )
  const started = performance.now()
  const { isContinued, tables } = await copy(readDatabaseLocation(from), readDatabaseLocation(to), {
    onTable: (name, rows) => complain(`${name}: ${rows}`),
  }).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailableError)) throw error
    throw new CommandError(
      `The database does not respond (${causeOf(error)}). Nothing is lost: run the command again.`,
    )
  })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const hash = createHash('sha256')
  for (const table of tables) hash.update(`${table.name} ${table.rows} ${table.hash}\n`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  print(
    `Copied ${tables.length} tables with ${rows} rows in ${seconds} s${isContinued ? ', resuming an earlier copy' : ''}; verified by hash: ${hash.digest('hex')}`,
  )
  return 0
}

function causeOf({ cause }: Error): string {
  return cause instanceof Error ? cause.message || cause.name : 'unknown'
}

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { SqliteConnection } from '../packages/store/src/driver/connection.ts'
import { openConnection } from '../packages/store/src/driver/open-connection.ts'
import { scratch } from './workspace.ts'

/** Processor seconds of the unavoidable work of an import. */
export type RawImport = {
  readonly parsing: number
  readonly rows: number
  readonly index: number
}

const TABLES = ['key', 'translation', 'search_text']

/** Rows kept in memory together. */
const SLICE = 20_000

/**
 * Measures the raw work of an import in this process: parsing the same files, inserting the same rows into
 * the same tables of an empty SQLite database, and building the same trigram index, each in one pass. Reading
 * from `database`, which contains the rows of an import, is not counted.
 */
export function measureRawImport(files: string, database: string): RawImport {
  const parsing = processorSecondsOf(() => parseFiles(files))
  const from = openConnection(database, { readonly: true })
  const to = openConnection(path.join(scratch('raw-import'), 'raw.db'))
  try {
    for (const pragma of ['journal_mode = wal', 'synchronous = full', 'cache_size = -49152'])
      to.pragma(pragma)
    for (const sql of schemaOf(from)) to.exec(sql)
    const rows = TABLES.reduce((seconds, table) => seconds + copyRows(from, to, table), 0)
    const index = processorSecondsOf(() => {
      to.exec(
        'insert into search_index (rowid, folded) select id, folded || char(3, 3) from search_text order by id',
      )
      to.pragma('wal_checkpoint(truncate)')
    })
    return { parsing, rows, index }
  } finally {
    from.close()
    to.close()
  }
}

function parseFiles(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.json')) JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
}

/** Returns the tables with their indexes, and the trigram index without its internal tables. */
function schemaOf(from: SqliteConnection): readonly string[] {
  const names = [...TABLES, 'search_index']
  const rows = from
    .prepare(`select sql from sqlite_master where sql is not null and tbl_name in (${names.map(() => '?')})`)
    .all(names) as { sql: string }[] // Matches the statement.
  return rows.map(({ sql }) => sql)
}

function copyRows(from: SqliteConnection, to: SqliteConnection, table: string): number {
  const width = from.pragma(`table_info("${table}")`).length
  const insert = to.prepare(`insert into "${table}" values (${Array(width).fill('?').join(', ')})`)
  const read = from.prepare(`select * from "${table}" where id > ? order by id limit ${SLICE}`)
  let seconds = processorSecondsOf(() => to.exec('begin immediate'))
  for (let after = 0; ; ) {
    const rows = (read.all([after]) as Record<string, unknown>[]).map((row) => Object.values(row))
    if (rows.length === 0) break
    after = Number(rows.at(-1)?.[0])
    seconds += processorSecondsOf(() => {
      for (const row of rows) insert.run(row)
    })
  }
  return seconds + processorSecondsOf(() => to.exec('commit'))
}

function processorSecondsOf(job: () => void): number {
  const before = process.cpuUsage()
  job()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { indexAllLater } from '../dialect/sqlite-search.ts'
import { CopyError } from '../errors.ts'
import { sqliteCode } from '../explain-sqlite.ts'
import { DATABASE_FILE } from '../lock-data-folder.ts'
import { openPostgres } from '../open-postgres.ts'
import { openSqlite } from '../open-sqlite.ts'
import type { Opened, StoreConfig } from '../store.ts'
import type { Tables } from '../tables.ts'
import { lockForCopy } from './copy-lock.ts'
import { type CopiedDatabase, hashOfTable, insertRows, lastKey, rowsOf } from './table-rows.ts'
import { type TableShape, tableShapes } from './table-shapes.ts'
import { noteUnfinishedCopy, requireWhole, unfinishedCopy } from './unfinished-copy.ts'

export type CopiedTable = { readonly name: string; readonly rows: number; readonly hash: string }

export type DatabaseCopy = {
  /** An earlier copy was continued. */
  readonly isContinued: boolean
  readonly tables: readonly CopiedTable[]
}

type OpenedForCopy = CopiedDatabase & {
  readonly opened: Opened
  /** Without a password. */
  readonly place: string
  readonly close: () => Promise<void>
}

/**
 * Copies everything from one kind of database into an empty one of the other kind, in transactions of limited
 * size, and compares each table by hash. If interrupted, it continues when called again. No server can use
 * either database. Migrates the schema of both. Throws CopyError, DataFolderLockedError and what opening them
 * throws.
 */
export async function copyDatabase(
  from: StoreConfig,
  to: StoreConfig,
  { onTable = () => undefined }: { readonly onTable?: (table: string, rows: number) => void } = {},
): Promise<DatabaseCopy> {
  if (from.kind === to.kind)
    throw new CopyError(
      'same-kind',
      'One of the two must be a data folder and the other a PostgreSQL database. SQLite is copied with "dragoman backup", PostgreSQL with pg_dump.',
    )
  const source = await openForCopy(from, 'source')
  try {
    await requireWhole(source.db)
    // The other database might take its numbers from the counters.
    await source.opened.writer.dialect.keepNumbers(source.db)
    const target = await openForCopy(to, 'target')
    try {
      return await copyBetween(source, target, onTable)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function copyBetween(
  source: OpenedForCopy,
  target: OpenedForCopy,
  onTable: (table: string, rows: number) => void,
): Promise<DatabaseCopy> {
  const shapes = await tableShapes((source.dialect === 'sqlite' ? source : target).db)
  const unfinished = await unfinishedCopy(target.db)
  if (unfinished !== null && unfinished !== source.place)
    throw new CopyError(
      'not-empty',
      `${target.place} is an unfinished copy of ${unfinished}, not of ${source.place}. Finish that copy, or empty the database.`,
    )
  if (unfinished === null) {
    await requireEmpty(target, shapes)
    await empty(target, shapes, source.place)
  }
  const copyAll = async () => {
    await copyTables(source, target, shapes, onTable)
    return compare(source, target, shapes)
  }
  const isContinued = unfinished !== null
  let tables = await copyAll().catch((error: unknown) => {
    if (isContinued && isConstraintError(error)) return null
    throw error
  })
  if (tables === null && isContinued) {
    // The source has changed since the copy was started.
    await empty(target, shapes, source.place)
    tables = await copyAll()
  }
  if (tables === null)
    throw new CopyError('differs', 'The copy differs from the original. It cannot be used.')
  await finish(target)
  return { isContinued, tables }
}

async function copyTables(
  source: CopiedDatabase,
  target: CopiedDatabase,
  shapes: readonly TableShape[],
  onTable: (table: string, rows: number) => void,
): Promise<void> {
  for (const shape of shapes) {
    const after = await lastKey(target, shape)
    let copied = 0
    for await (const rows of rowsOf(source, shape, after)) {
      await inTransaction(target.db, async (db) => {
        // Rows of a table without a key are all inserted together, so that it is known whether they are
        // there.
        if (shape.key.length === 0) await sql`delete from ${sql.table(shape.name)}`.execute(db)
        await insertRows({ db, dialect: target.dialect }, shape, rows)
      })
      copied += rows.length
    }
    if (copied > 0) onTable(shape.name, copied)
  }
}

/** Returns null if a table differs. */
async function compare(
  source: CopiedDatabase,
  target: CopiedDatabase,
  shapes: readonly TableShape[],
): Promise<readonly CopiedTable[] | null> {
  const tables: CopiedTable[] = []
  for (const shape of shapes) {
    const [here, there] = await Promise.all([hashOfTable(source, shape), hashOfTable(target, shape)])
    if (here.hash !== there.hash) return null
    tables.push({ name: shape.name, ...there })
  }
  return tables
}

/**
 * Throws CopyError if a database is not empty; rows that every new database contains do not count as content.
 */
async function requireEmpty(target: OpenedForCopy, shapes: readonly TableShape[]): Promise<void> {
  for (const { name } of shapes) {
    if (name === 'meta' || name === 'counter') continue
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      target.db,
    )
    const own = name === 'event' ? 1 : 0
    if (Number(rows[0]?.count ?? 0) > own)
      throw new CopyError(
        'not-empty',
        `${target.place} is not empty: there are rows in "${name}". Nothing was copied.`,
      )
  }
}

async function empty(target: OpenedForCopy, shapes: readonly TableShape[], from: string): Promise<void> {
  await inTransaction(target.db, async (db) => {
    for (const { name } of shapes.toReversed())
      if (name !== 'meta') await sql`delete from ${sql.table(name)}`.execute(db)
    await db.deleteFrom('meta').where('name', 'not in', ['schema', 'migrations']).execute()
    await noteUnfinishedCopy(db, from)
  })
}

/** Creates the data that is specific to each database from what was copied. */
async function finish({ db, dialect, opened }: OpenedForCopy): Promise<void> {
  if (dialect === 'sqlite') {
    await inTransaction(db, indexAllLater)
    for (let hasMore = true; hasMore; )
      await inTransaction(db, async (tx) => {
        const { indexMore, mergeMore } = opened.writer.dialect
        hasMore = (await indexMore(tx)) || (await mergeMore(tx))
      })
  }
  await inTransaction(db, async (tx) => {
    if (dialect === 'postgres') {
      await sql`delete from counter where name = 'event'`.execute(tx)
      await sql`insert into counter (name, value) select 'event', max(number) from event`.execute(tx)
    }
    await noteUnfinishedCopy(tx, null)
  })
}

async function openForCopy(config: StoreConfig, as: 'source' | 'target'): Promise<OpenedForCopy> {
  if (config.kind === 'sqlite') {
    const folder = resolve(config.folder)
    const isThere = (await stat(join(folder, DATABASE_FILE)).catch(() => null)) !== null
    if (as === 'source' && !isThere) throw new CopyError('no-source', `There is no data in ${folder}.`)
    const opened = await openSqlite(folder)
    return { opened, db: opened.writer.db, dialect: 'sqlite', place: folder, close: opened.close }
  }
  const place = placeOf(config.url)
  const lock = await lockForCopy(config.url)
  if (lock === null)
    throw new CopyError('in-use', `A server is using ${place}, or another copy is running. Stop it first.`)
  try {
    if (as === 'source' && lock.isNew)
      throw new CopyError('no-source', `There is no data of Dragoman in ${place}.`)
    const opened = await openPostgres(config.url, { isCopying: true })
    return {
      opened,
      db: opened.writer.db,
      dialect: 'postgres',
      place,
      async close() {
        await opened.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Returns whether a row refers to a missing one, or exists already. */
function isConstraintError(error: unknown): boolean {
  // Class 23 of PostgreSQL
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^23.{3}$/.test(code) || sqliteCode(error).startsWith('SQLITE_CONSTRAINT')
}

function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url)
  const options = searchParams.get('options')
  return `postgres://${hostname}${port === '' ? '' : `:${port}`}${pathname}${options === null ? '' : ` (${options})`}`
}

async function inTransaction(db: Kysely<Tables>, job: (tx: Kysely<Tables>) => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection)
    try {
      await job(connection)
      await sql`commit`.execute(connection)
    } catch (error) {
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })
}

import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { toStorable } from '../to-storable.ts'
import type { TableShape } from './table-shapes.ts'

export type CopiedDatabase = { readonly db: Kysely<Tables>; readonly dialect: 'sqlite' | 'postgres' }

/** Values in the order of the columns; texts in a form that PostgreSQL can store. */
export type Row = readonly unknown[]

const ROWS_AT_ONCE = 2000
/** For tables that contain files, which can be megabytes each. */
const ROWS_WITH_BYTES_AT_ONCE = 40
/**
 * For PostgreSQL, whose driver writes a column as one string, bytes in hexadecimal: it cannot be longer than V8 allows,
 * half a billion characters.
 */
const SIZE_AT_ONCE = 16 * 1024 * 1024
/** SQLite allows 32,766 parameters in a statement. */
const PARAMETERS_MAX = 30_000

/** Filters for rows that are specific to a database. */
const NOT_COPIED = new Map<string, RawBuilder<boolean>>([
  ['meta', sql`name not in ('schema', 'migrations', 'unfinished-copy')`],
  // SQLite has no counter for events: it uses the rows themselves.
  ['counter', sql`name <> 'event'`],
])

/** Yields the rows of a table in chunks, in the same order on both databases, after the one with this key. */
export async function* rowsOf(
  { db, dialect }: CopiedDatabase,
  shape: TableShape,
  after: Row | null = null,
): AsyncGenerator<readonly Row[]> {
  const limit = shape.hasBytes ? ROWS_WITH_BYTES_AT_ONCE : ROWS_AT_ONCE
  const isWhole = shape.key.length === 0
  const keys = keyColumns(shape, dialect)
  const order = sql.join(isWhole ? keys.map((key) => sql`${key} nulls first`) : keys)
  const own = NOT_COPIED.get(shape.name) ?? sql`true`
  for (let last = after; ; ) {
    const later =
      last === null ? sql`true` : sql`(${sql.join(keys)}) > (${sql.join(last.map((value) => sql`${value}`))})`
    const { rows } = await sql<Record<string, unknown>>`
      select ${columnsOf(shape)} from ${sql.table(shape.name)} where ${own} and ${later}
      order by ${order} ${isWhole ? sql`` : sql`limit ${limit}`}`.execute(db)
    if (rows.length > 0) yield rows.map((row) => shape.columns.map(([name]) => toStorable(row[name])))
    const end = rows.at(-1)
    if (isWhole || end === undefined || rows.length < limit) return
    last = shape.key.map((name) => end[name])
  }
}

/** Returns the key of the last row; null if there is none. */
export async function lastKey({ db, dialect }: CopiedDatabase, shape: TableShape): Promise<Row | null> {
  if (shape.key.length === 0) return null
  const order = sql.join(keyColumns(shape, dialect).map((key) => sql`${key} desc`))
  const { rows } = await sql<Record<string, unknown>>`
    select ${columnsOf(shape)} from ${sql.table(shape.name)}
    where ${NOT_COPIED.get(shape.name) ?? sql`true`} order by ${order} limit 1`.execute(db)
  const [row] = rows
  return row === undefined ? null : shape.key.map((name) => row[name])
}

export async function insertRows(
  { db, dialect }: CopiedDatabase,
  shape: TableShape,
  rows: readonly Row[],
): Promise<void> {
  const into = sql`insert into ${sql.table(shape.name)} (${columnsOf(shape)})`
  if (dialect === 'postgres') {
    for (const some of bySize(rows)) {
      const arrays = shape.columns.map(
        ([, type], index) => sql`${some.map((row) => row[index])}::${sql.raw(type)}[]`,
      )
      await sql`${into} select * from unnest(${sql.join(arrays)})`.execute(db)
    }
    return
  }
  const atOnce = Math.max(1, Math.floor(PARAMETERS_MAX / shape.columns.length))
  for (let start = 0; start < rows.length; start += atOnce) {
    const values = rows.slice(start, start + atOnce).map((row) => sql`(${sql.join(row)})`)
    await sql`${into} values ${sql.join(values)}`.execute(db)
  }
}

/** Divides rows so that each part has about `SIZE_AT_ONCE`, or a single row. */
function* bySize(rows: readonly Row[]): Generator<readonly Row[]> {
  let part: Row[] = []
  let size = 0
  for (const row of rows) {
    part.push(row)
    size += row.reduce((sum: number, value) => sum + sizeOf(value), 0)
    if (size < SIZE_AT_ONCE) continue
    yield part
    part = []
    size = 0
  }
  if (part.length > 0) yield part
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 0
}

/**
 * Returns the number of rows and a SHA-256 over all of them in order: the same for the same content on both
 * databases.
 */
export async function hashOfTable(
  database: CopiedDatabase,
  shape: TableShape,
): Promise<{ readonly rows: number; readonly hash: string }> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of rowsOf(database, shape)) {
    count += rows.length
    for (const row of rows) hash.update(`${JSON.stringify(row.map(hashable))}\n`)
  }
  return { rows: count, hash: hash.digest('hex') }
}

function hashable(value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value
}

function columnsOf(shape: TableShape): RawBuilder<unknown> {
  return sql.join(shape.columns.map(([name]) => sql.ref(name)))
}

/**
 * Returns the columns to sort by. PostgreSQL can sort texts by the rules of a language; SQLite never does.
 */
function keyColumns({ key, columns }: TableShape, dialect: CopiedDatabase['dialect']): RawBuilder<unknown>[] {
  const types = new Map(columns)
  return (key.length === 0 ? columns.map(([name]) => name) : key).map((name) =>
    dialect === 'postgres' && types.get(name) === 'text'
      ? sql`${sql.ref(name)} collate "C"`
      : sql`${sql.ref(name)}`,
  )
}

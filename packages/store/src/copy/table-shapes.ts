import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** A table that both databases have. */
export type TableShape = {
  readonly name: string
  /** By name, each with its PostgreSQL type. */
  readonly columns: readonly (readonly [name: string, type: 'bigint' | 'text' | 'bytea'])[]
  /** Columns that identify a row, in order; empty: only all columns together do, and some can be null. */
  readonly key: readonly string[]
  readonly hasBytes: boolean
}

/** Tables derived from others, which differ between the databases. */
const DERIVED = /^(?:sqlite_|search_index|search_terms$|search_pending$)/

const TYPES = new Map([
  ['INTEGER', 'bigint'],
  ['TEXT', 'text'],
  ['BLOB', 'bytea'],
] as const)

/** Returns the tables of an SQLite database, each after those that its rows refer to. */
export async function tableShapes(db: Kysely<Tables>): Promise<readonly TableShape[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
    db,
  )
  const names = rows.map(({ name }) => name).filter((name) => !DERIVED.test(name))
  const refersTo = new Map<string, readonly string[]>()
  const shapes = new Map<string, TableShape>()
  for (const name of names) {
    shapes.set(name, await shapeOf(db, name))
    const found = await sql<{ table: string }>`select "table" from pragma_foreign_key_list(${name})`.execute(
      db,
    )
    refersTo.set(
      name,
      found.rows.map(({ table }) => table).filter((table) => table !== name),
    )
  }
  const ordered: TableShape[] = []
  const left = new Set(names)
  while (left.size > 0) {
    const next = [...left].filter((name) => !refersTo.get(name)?.some((table) => left.has(table)))
    if (next.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...left].join()}`)
    for (const name of next) {
      left.delete(name)
      const shape = shapes.get(name)
      if (shape !== undefined) ordered.push(shape)
    }
  }
  return ordered
}

async function shapeOf(db: Kysely<Tables>, name: string): Promise<TableShape> {
  const { rows } = await sql<{ name: string; type: string; pk: number }>`
    select name, upper(type) as type, pk from pragma_table_info(${name})`.execute(db)
  const columns = rows
    .map(({ name: column, type }): TableShape['columns'][number] => {
      const known = TYPES.get(type as 'INTEGER')
      if (known === undefined) throw new Error(`${name}.${column} is of a type that is not copied: ${type}`)
      return [column, known]
    })
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    name,
    columns,
    key: rows
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map((column) => column.name),
    hasBytes: columns.some(([, type]) => type === 'bytea'),
  }
}

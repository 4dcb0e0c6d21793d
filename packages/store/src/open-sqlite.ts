import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely'
import { backupSqlite } from './backup.ts'
import { checkpointer } from './checkpoint.ts'
import { sqliteDialect } from './dialect/sqlite.ts'
import { DiskFullError } from './errors.ts'
import { holdFolder } from './hold-folder.ts'
import { migrate } from './migrate.ts'
import type { Opened } from './store.ts'
import type { Tables } from './tables.ts'

export const DATABASE_FILE = 'dragoman.db'

/** Memory for pages, in KiB, of the connection that writes and the one that reads. */
const WRITER_CACHE_KIB = 48 * 1024
const READER_CACHE_KIB = 32 * 1024

/** The log is copied into the database in quiet moments, and at the latest when it is this long: a save should not have to wait for that. */
const CHECKPOINT_PAGES = 4000

/** Two connections on one file: reads see the last commit and never wait behind a long write. */
export async function openSqlite(folder: string): Promise<Opened> {
  await mkdir(folder, { recursive: true })
  const release = await holdFolder(folder)
  try {
    const file = join(folder, DATABASE_FILE)
    const writer = connect(file, 'write')
    const writerDb = kysely(writer)
    await inTransaction(writerDb, () => migrate(writerDb, 'sqlite'))
    const reader = connect(file, 'read')
    const readerDb = kysely(reader)
    const dialect = sqliteDialect(writer)
    const checkpoints = checkpointer(writer, file)
    return {
      reader: { db: readerDb, dialect },
      writer: { db: writerDb, dialect },
      begin: 'begin immediate',
      exclusive: true,
      isConflict: (error) => codeOf(error).startsWith('SQLITE_BUSY'),
      explain: (error) => (codeOf(error) === 'SQLITE_FULL' ? new DiskFullError({ cause: error }) : error),
      afterCommit: checkpoints.consider,
      backup: (toFile) => backupSqlite(file, toFile),
      tidy: () => void writer.pragma('wal_checkpoint(passive)'),
      async close() {
        await checkpoints.finished()
        await readerDb.destroy()
        await writerDb.destroy()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

function connect(file: string, kind: 'read' | 'write'): Database {
  const database = new Sqlite(file, kind === 'read' ? { readonly: true, fileMustExist: true } : {})
  database.pragma('busy_timeout = 5000')
  if (kind === 'write') {
    database.pragma('journal_mode = wal')
    database.pragma('synchronous = full')
    database.pragma('foreign_keys = on')
    database.pragma('journal_size_limit = 67108864')
    database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  }
  database.pragma(`cache_size = -${kind === 'write' ? WRITER_CACHE_KIB : READER_CACHE_KIB}`)
  database.pragma('temp_store = memory')
  return database
}

function kysely(database: Database): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: remembering(database) }) })
}

/** Statements kept ready: preparing one takes longer than running it. */
const STATEMENTS_AT_MOST = 400

function remembering(database: Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(text) {
      const known = statements.get(text)
      if (known) return known
      if (statements.size === STATEMENTS_AT_MOST) statements.clear()
      const statement = database.prepare(text)
      statements.set(text, statement)
      return statement
    },
  }
}

async function inTransaction(db: Kysely<Tables>, job: () => Promise<void>): Promise<void> {
  await sql`begin immediate`.execute(db)
  try {
    await job()
    await sql`commit`.execute(db)
  } catch (error) {
    await sql`rollback`.execute(db)
    throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Sqlite.SqliteError ? error.code : ''
}

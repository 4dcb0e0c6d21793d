import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, type SqliteDatabase, SqliteDialect, sql } from 'kysely'
import { checkpointer } from './checkpoint.ts'
import { sqliteDialect } from './dialect/sqlite.ts'
import { setUpSearchIndex } from './dialect/sqlite-search.ts'
import { RUNNING_TIMEOUT_MS, type SqliteConnection, type SqliteStatement } from './driver/connection.ts'
import { openConnection } from './driver/open-connection.ts'
import { DataUnusableError, StorageFailedError } from './errors.ts'
import { explainOpening, explainSqlite, sqliteCode } from './explain-sqlite.ts'
import { DATABASE_FILE, KEPT_DATABASE, LOCK_FILE, lockDataFolder } from './lock-data-folder.ts'
import { migrate } from './migrate.ts'
import type { OpenReader } from './open-reader.ts'
import { privateDataFile, privateFolder, privateIfThere } from './private-files.ts'
import { requireTables } from './require-tables.ts'
import { sameFile } from './same-file.ts'
import { queryThread } from './search/query-thread.ts'
import type { Opened } from './store.ts'
import type { Tables } from './tables.ts'
import { unlimited } from './unlimited.ts'

/** Page cache, in KiB, of the connection that writes and the one that reads. */
const WRITER_CACHE_KIB = 48 * 1024
const READER_CACHE_KIB = 32 * 1024

/**
 * The WAL is checkpointed in quiet moments, and at the latest when it is this long: a save should not have to
 * wait for that.
 */
const CHECKPOINT_PAGES = 4000

/**
 * Opens two connections to one file: reads see the last commit and never wait for a long write. Throws
 * DataFolderLockedError and DataUnusableError.
 */
export async function openSqlite(folder: string): Promise<Opened> {
  const file = join(folder, DATABASE_FILE)
  try {
    return await openFile(folder, file)
  } catch (error) {
    throw explainOpening(error, file)
  }
}

async function openFile(folder: string, file: string): Promise<Opened> {
  await privateFolder(folder)
  const wasUsed = (await stat(join(folder, LOCK_FILE)).catch(() => null)) !== null
  const release = await lockDataFolder(folder)
  try {
    await requireRestored(folder)
    if (wasUsed) await requireContent(file)
    await privateDataFile(file)
    await privateIfThere(`${file}-wal`, `${file}-shm`)
    const writer = connect(file, 'write')
    // With statements of its own: the cached ones are for the tables as they are after the migration.
    const migrating = kysely(writer)
    await inTransaction(migrating, () => migrate(migrating, 'sqlite'))
    const writerDb = kysely(writer)
    await requireTables(writerDb)
    setUpSearchIndex(writer)
    const reader = connect(file, 'read')
    const readerDb = kysely(reader)
    const dialect = sqliteDialect(writer)
    const queries = queryThread(file, READER_CACHE_KIB)
    const checkpoints = checkpointer(writer, file)
    const isInPlace = sameFile(file)
    writer.pragma(`busy_timeout = ${RUNNING_TIMEOUT_MS.write}`)
    reader.pragma(`busy_timeout = ${RUNNING_TIMEOUT_MS.read}`)
    return {
      reader: {
        db: readerDb,
        dialect,
        limited: (job) => queries.run((db) => job(unlimited(db, dialect))),
      },
      writer: { db: writerDb, dialect },
      begin: 'begin immediate',
      exclusive: true,
      isConflict: (error) => sqliteCode(error).startsWith('SQLITE_BUSY'),
      explain: explainSqlite,
      requireInPlace() {
        if (!isInPlace()) throw new StorageFailedError('replaced')
      },
      afterCommit: checkpoints.consider,
      tidy: checkpoints.tidy,
      async close() {
        await checkpoints.close()
        await queries.close()
        await readerDb.destroy()
        // Kysely closes only what it has used. The writer is closed last, because that removes the WAL.
        if (reader.isOpen()) reader.close()
        await writerDb.destroy()
        if (writer.isOpen()) writer.close()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** Opens only the reading connection, to a database that this process has open. */
export function openSqliteReader(folder: string): OpenReader {
  const database = connect(join(folder, DATABASE_FILE), 'read')
  const db = kysely(database)
  return { reader: unlimited(db, sqliteDialect(database)), explain: explainSqlite, close: () => db.destroy() }
}

/**
 * Throws if the file is empty although there was a database: this is data loss, and users should not find out
 * by being asked to set up the server.
 */
async function requireContent(file: string): Promise<void> {
  const found = await stat(file).catch(() => null)
  if (found === null || found.size > 0) return
  throw new DataUnusableError(
    'database-empty',
    `${file} is empty, although this folder was used before. Restore the last backup with "dragoman restore FILE", or delete the empty file to start from scratch.`,
  )
}

/** Throws if a restore has moved the database away and was killed before the restored one got its name. */
async function requireRestored(folder: string): Promise<void> {
  const names = await readdir(folder)
  const kept = names.filter((name) => name.startsWith(KEPT_DATABASE) && !/-(?:wal|shm)$/.test(name)).sort()
  const newest = kept.at(-1)
  if (newest === undefined || names.includes(DATABASE_FILE)) return
  throw new DataUnusableError(
    'restore-unfinished',
    `${join(folder, DATABASE_FILE)} is missing: a restore was interrupted after it had renamed the database to ${newest}. Run "dragoman restore" again, with the backup or with that file. To start from scratch, move that file to another folder.`,
  )
}

function connect(file: string, kind: 'read' | 'write'): SqliteConnection {
  const database = openConnection(file, { readonly: kind === 'read' })
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

function kysely(database: SqliteConnection): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: cacheStatements(database) }) })
}

/** Prepared statements to cache: preparing one takes longer than running it. */
const STATEMENTS_AT_MOST = 400

function cacheStatements(database: SqliteConnection): SqliteDatabase {
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

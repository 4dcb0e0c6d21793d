import type { Reader, Writer } from '../store.ts'

/** SQLite limits the rows in a statement, and more would not be faster. */
const ROWS_AT_ONCE = 200

/**
 * Records files of the blob store that might not be in any manifest: before they are written, and before a
 * manifest that names them is replaced. So none is forgotten, even if the process ends in between.
 */
export async function notePublishedFiles(
  { db }: Writer,
  names: readonly string[],
  sinceMs: number,
): Promise<void> {
  const different = [...new Set(names)]
  for (let at = 0; at < different.length; at += ROWS_AT_ONCE)
    await db
      .insertInto('published_file')
      .values(different.slice(at, at + ROWS_AT_ONCE).map((name) => ({ name, since_ms: sinceMs })))
      .onConflict((on) => on.column('name').doUpdateSet({ since_ms: sinceMs }))
      .execute()
}

/** Returns names of files that were last recorded before that time, oldest first. */
export async function publishedFilesBefore(
  { db }: Reader,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('published_file')
    .select('name')
    .where('since_ms', '<', beforeMs)
    .orderBy('since_ms')
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * Deletes the records of files that were removed, or that a manifest names: those are recorded again before
 * it is replaced.
 */
export async function forgetPublishedFiles({ db }: Writer, names: readonly string[]): Promise<void> {
  for (let at = 0; at < names.length; at += ROWS_AT_ONCE)
    await db
      .deleteFrom('published_file')
      .where('name', 'in', names.slice(at, at + ROWS_AT_ONCE))
      .execute()
}

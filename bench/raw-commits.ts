import path from 'node:path'
import { openConnection } from '../packages/store/src/driver/open-connection.ts'
import { scratch } from './workspace.ts'

/**
 * Returns the milliseconds of commits of one small row, each synced to disk: the minimum that a save waits
 * for.
 */
export function timeRawCommits(count: number): readonly number[] {
  const database = openConnection(path.join(scratch('raw-commits'), 'raw.db'))
  try {
    for (const pragma of ['journal_mode = wal', 'synchronous = full']) database.pragma(pragma)
    database.exec('create table row (id integer primary key, text text not null)')
    const insert = database.prepare('insert into row (text) values (?)')
    return Array.from({ length: count }, (_, index) => {
      const started = performance.now()
      insert.run([`Text ${index}`])
      return performance.now() - started
    })
  } finally {
    database.close()
  }
}

import { Worker } from 'node:worker_threads'
import { BUSY_TIMEOUT_MS, type SqliteConnection } from './driver/connection.ts'
import { OPEN_IN_THREAD, threadDriver } from './driver/open-connection.ts'

/** Pages in the log that are worth carrying over. */
const PAGES = 4000

/** Pages in the log, carried over or not, from which on it is begun anew: 64 MB. */
const RESTART_PAGES = 16_384

/** Pages not yet carried over with which beginning anew takes no longer than a save or two. */
const LEFT_PAGES = 4000

/** How long beginning anew waits for somebody who still reads in the log. */
const PATIENCE_MS = 20

/** Commits until the next try, where somebody still read. */
const COMMITS_BETWEEN_TRIES = 200

/** What the other thread does: JavaScript in itself, so that it runs from source and from a bundle alike. */
const PROGRAM = `${OPEN_IN_THREAD}
  const database = openInThread(require('node:worker_threads').workerData.file, false)
  database.exec('pragma synchronous = full; pragma wal_checkpoint(passive)')
  database.close()
`

/**
 * Carries the log of writes over into the database file, on another thread: after a large import that takes
 * seconds, and nothing should wait. `consider` is called after each commit; `finished` resolves when no
 * thread is at work.
 *
 * That thread never reaches the end of the log while others write, and a log that was not carried over to its
 * end only grows. So between two writes the little that is left is carried over here, and the file of the log
 * cut off.
 */
export function checkpointer(
  writer: SqliteConnection,
  file: string,
): { readonly consider: () => void; readonly finished: () => Promise<void> } {
  let running: Promise<void> | null = null
  writer.pragma('wal_autocheckpoint = 0')

  let commitsToTry = 0

  function beginAnew(): void {
    commitsToTry = COMMITS_BETWEEN_TRIES
    writer.pragma(`busy_timeout = ${PATIENCE_MS}`)
    try {
      writer.pragma('wal_checkpoint(truncate)')
    } finally {
      writer.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    }
  }

  function consider(): void {
    if (commitsToTry > 0) commitsToTry -= 1
    if (running) return
    const { log, left } = pagesOf(writer)
    if (log >= RESTART_PAGES && left <= LEFT_PAGES && commitsToTry === 0) {
      beginAnew()
      return
    }
    if (left < PAGES) return
    running = run({ driver: threadDriver(), file }).then((done) => {
      running = null
      // Without the other thread the log would grow for ever.
      if (!done && writer.isOpen() && !writer.inTransaction()) writer.pragma('wal_checkpoint(passive)')
    })
  }

  return {
    consider,
    async finished() {
      await running
    },
  }
}

function pagesOf(writer: SqliteConnection): { readonly log: number; readonly left: number } {
  const [state] = writer.pragma('wal_checkpoint(noop)') as { log: number; checkpointed: number }[]
  return state ? { log: state.log, left: state.log - state.checkpointed } : { log: 0, left: 0 }
}

function run(workerData: { readonly driver: string | null; readonly file: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const worker = new Worker(PROGRAM, { eval: true, workerData, execArgv: [] })
    worker.once('error', () => resolve(false))
    worker.once('exit', (code) => resolve(code === 0))
  })
}

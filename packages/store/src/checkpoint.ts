import { Worker } from 'node:worker_threads'
import { RUNNING_TIMEOUT_MS, type SqliteConnection } from './driver/connection.ts'
import { OPEN_IN_THREAD } from './driver/open-connection.ts'

/** Pages in the WAL that are worth a checkpoint. */
const PAGES = 4000

/** Pages in the WAL, checkpointed or not, at which it is restarted: 64 MB. */
const RESTART_PAGES = 16_384

/** Pages not checkpointed yet, at most, so that a restart takes no longer than a save or two. */
const LEFT_PAGES = 4000

/** How long a restart waits for readers that still use the WAL. */
const PATIENCE_MS = 20

/** Commits until the next attempt if there was still a reader. */
const COMMITS_BETWEEN_TRIES = 200

/** Source of the other thread: plain JavaScript, so that it runs both from source and from a bundle. */
const PROGRAM = `${OPEN_IN_THREAD}
  const database = openInThread(require('node:worker_threads').workerData.file, false)
  database.exec('pragma synchronous = full; pragma wal_checkpoint(passive)')
  database.close()
`

/**
 * Checkpoints the WAL into the database file on another thread: after a large import that takes seconds, and
 * nothing should wait for it. `consider` is called after each commit; `finished` resolves when no thread is
 * running.
 *
 * That thread never reaches the end of the WAL while others write, and a WAL that was not checkpointed
 * completely only grows. So the little that is left is checkpointed here between two writes, and the WAL file
 * is truncated.
 */
export function checkpointer(
  writer: SqliteConnection,
  file: string,
): { readonly consider: () => void; readonly finished: () => Promise<void> } {
  let running: Promise<void> | null = null
  writer.pragma('wal_autocheckpoint = 0')

  let commitsToTry = 0

  function truncateLog(): void {
    commitsToTry = COMMITS_BETWEEN_TRIES
    writer.pragma(`busy_timeout = ${PATIENCE_MS}`)
    try {
      writer.pragma('wal_checkpoint(truncate)')
    } finally {
      writer.pragma(`busy_timeout = ${RUNNING_TIMEOUT_MS.write}`)
    }
  }

  function consider(): void {
    if (commitsToTry > 0) commitsToTry -= 1
    if (running) return
    const { log, left } = pagesOf(writer)
    if (log >= RESTART_PAGES && left <= LEFT_PAGES && commitsToTry === 0) {
      truncateLog()
      return
    }
    if (left < PAGES) return
    running = run({ file }).then((done) => {
      running = null
      // Without the other thread the WAL would grow forever.
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

function run(workerData: { readonly file: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const worker = new Worker(PROGRAM, { eval: true, workerData, execArgv: [] })
    worker.once('error', () => resolve(false))
    worker.once('exit', (code) => resolve(code === 0))
  })
}

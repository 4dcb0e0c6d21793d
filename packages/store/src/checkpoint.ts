import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'

/** Pages in the log that are worth carrying over. */
const PAGES = 4000

/** What the other thread does: JavaScript in itself, so that it runs from source and from a bundle alike. */
const PROGRAM = `
  const { workerData } = require('node:worker_threads')
  const Sqlite = require(workerData.driver)
  const database = new Sqlite(workerData.file, { timeout: 5000 })
  database.pragma('synchronous = full')
  database.pragma('wal_checkpoint(passive)')
  database.close()
`

/**
 * Carries the log of writes over into the database file, on another thread: after a large import that takes seconds, and nothing should wait.
 * `consider` is called after each commit; `finished` resolves when no thread is at work.
 */
export function checkpointer(writer: Database, file: string): { readonly consider: () => void; readonly finished: () => Promise<void> } {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3')
  let running: Promise<void> | null = null
  writer.pragma('wal_autocheckpoint = 0')

  function consider(): void {
    if (running || waiting(writer) < PAGES) return
    running = run({ driver, file }).then((done) => {
      running = null
      // Without the other thread the log would grow for ever.
      if (!done && writer.open && !writer.inTransaction) writer.pragma('wal_checkpoint(passive)')
    })
  }

  return {
    consider,
    async finished() {
      await running
    },
  }
}

function waiting(writer: Database): number {
  const [state] = writer.pragma('wal_checkpoint(noop)') as { log: number; checkpointed: number }[]
  return state ? state.log - state.checkpointed : 0
}

function run(workerData: { readonly driver: string; readonly file: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const worker = new Worker(PROGRAM, { eval: true, workerData, execArgv: [] })
    worker.once('error', () => resolve(false))
    worker.once('exit', (code) => resolve(code === 0))
  })
}

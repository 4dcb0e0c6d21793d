import { Worker } from 'node:worker_threads'
import { OPEN_IN_THREAD } from './driver/open-connection.ts'

/**
 * How long the thread is kept for the next checkpoint: an import of a million texts has dozens of them, and starting a
 * thread takes tens of milliseconds of processor time.
 */
const KEPT_MS = 5000

/** Source of the thread: plain JavaScript, so that it runs both from source and from a bundle. */
const PROGRAM = `${OPEN_IN_THREAD}
  const { parentPort, workerData } = require('node:worker_threads')
  const database = openInThread(workerData.file, false)
  database.exec('pragma synchronous = full')
  parentPort.on('message', (isLast) => {
    if (isLast) {
      database.close()
      return parentPort.close()
    }
    let isDone = true
    try {
      database.exec('pragma wal_checkpoint(passive)')
    } catch {
      isDone = false
    }
    parentPort.postMessage(isDone)
  })
`

export type CheckpointThread = {
  /** Checkpoints what no reader needs, and returns whether that worked. One call at a time. */
  readonly run: () => Promise<boolean>
  /** Resolves when the thread has closed its connection and ended; later calls of `run` start another. */
  readonly end: () => Promise<void>
}

/** Checkpoints the WAL of a database on a thread that starts with the first checkpoint and ends when it is idle. */
export function checkpointThread(file: string, keptMs = KEPT_MS): CheckpointThread {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let ended: Promise<unknown> = Promise.resolve()

  function start(): Worker {
    const made = new Worker(PROGRAM, { eval: true, workerData: { file }, execArgv: [] })
    const forget = () => {
      if (worker === made) worker = null
    }
    made.once('error', forget).once('exit', forget)
    worker = made
    return made
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = worker
    worker = null
    if (ending !== null) ended = Promise.all([ended, endOf(ending)])
    await ended
  }

  return {
    async run() {
      clearTimeout(idle)
      const running = worker ?? start()
      running.ref()
      const isDone = await new Promise<boolean>((resolve) => {
        const onEnd = () => resolve(false)
        running.once('exit', onEnd)
        running.once('message', (isDone: boolean) => {
          running.off('exit', onEnd)
          resolve(isDone)
        })
        running.postMessage(false)
      })
      running.unref()
      idle = setTimeout(end, keptMs).unref()
      return isDone
    },
    end,
  }
}

function endOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.ref()
    worker.once('exit', () => resolve())
    worker.postMessage(true)
  })
}

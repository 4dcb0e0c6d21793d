import { Failure } from '@dragoman/contract'
import type { StoreConfig } from '@dragoman/store'
import { TIMINGS, type Timings } from '../timings.ts'
import { startThread } from './start-thread.ts'
import type { TaskInput, TaskName, TaskOutput } from './tasks.ts'
import type { FromWorker } from './worker-messages.ts'

export type Workers = {
  /**
   * Runs a task in another thread. Throws the `Failure` it throws; `too-large` if it needs more memory than a
   * thread can have.
   */
  readonly run: <N extends TaskName>(
    name: N,
    input: TaskInput<N>,
    options?: RunOptions,
  ) => Promise<TaskOutput<N>>
  /** How many threads are running, for all servers of this process. */
  readonly threads: () => number
  readonly close: () => Promise<void>
}

export type RunOptions = {
  readonly onProgress?: (done: number, total: number, detail: string | null) => void
  /** Ends the task: one that waits immediately, one that runs with its thread. */
  readonly signal?: AbortSignal
  /**
   * Whether no one is working, so that further tasks of the kind are not expected: the thread is kept only
   * briefly.
   */
  readonly isAlone?: boolean
}

type WorkerTimings = Pick<Timings, 'workerAloneMs' | 'workerIdleMs'>

type Asked = {
  readonly id: number
  readonly name: TaskName | null
  readonly input: unknown
  readonly database: StoreConfig
  readonly timings: WorkerTimings
  readonly options: RunOptions
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}
type Lane = 'quick' | 'long' | 'pushes' | 'backups' | 'passwords'
type Thread = {
  readonly lane: Lane
  readonly worker: ReturnType<typeof startThread>
  running: Asked | null
  idle: NodeJS.Timeout | null
  /** It accepts no work and sends no result any more; until it has ended, it has its place. */
  isEnding: boolean
  /** By `performance.now()`: how long it is kept for more tasks like its last one. */
  keptUntilMs: number
}

/** Each runs one task at a time: further ones wait, so that many large uploads cannot fill the memory. */
const THREADS: Readonly<Record<Lane, number>> = { quick: 1, long: 2, pushes: 1, backups: 1, passwords: 1 }
/**
 * Tasks that someone waits for: they have their own thread, so that imports do not delay them; passwords, which
 * anyone can send, have another one; pushes and backups too, so that they and imports do not delay each other.
 */
const LANES: Readonly<Partial<Record<TaskName, Lane>>> = {
  draftSync: 'quick',
  writeServed: 'quick',
  readChanges: 'pushes',
  makeBackup: 'backups',
  examineBackup: 'backups',
  isCommonPassword: 'passwords',
}
/** How many tasks can wait for the thread of passwords. */
const PASSWORDS_WAITING_MAX = 20
/** Seconds after which everything that is waiting there now is done. */
const RETRY_AFTER_S = 3
const HEAP_MB = 1536

/** Of the process: several servers in one process, as in tests, share the threads. */
const threads = new Set<Thread>()
const waiting: Asked[] = []
let ids = 0

/**
 * Opens threads for work that would block the thread that answers requests. They start when there is work.
 */
export function openWorkers(database: StoreConfig, timings: WorkerTimings = TIMINGS): Workers {
  let isClosed = false
  return {
    run(name, input, options = {}) {
      if (isClosed) return Promise.reject(new Failure('busy'))
      const { signal } = options
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (laneOf(name) === 'passwords' && waitingFor('passwords') >= PASSWORDS_WAITING_MAX)
        return Promise.reject(new Failure('busy', { retryAfterS: RETRY_AFTER_S }))
      return new Promise((resolve, reject) => {
        // the task of that name returns it
        const answer = (value: unknown) => resolve(value as TaskOutput<typeof name>)
        const asked = { id: ++ids, name, input, database, timings, options, resolve: answer, reject }
        signal?.addEventListener('abort', () => abort(asked), { once: true })
        waiting.push(asked)
        next()
      })
    },
    threads: () => threads.size,
    async close() {
      isClosed = true
      for (const asked of waiting.filter((one) => one.database === database)) {
        stopWaiting(asked)
        asked.reject(new Failure('busy'))
      }
      await Promise.all([...threads].map((thread) => closeDatabase(thread, { database, timings })))
    },
  }
}

function laneOf(name: TaskName | null): Lane {
  return (name === null ? undefined : LANES[name]) ?? 'long'
}

function waitingFor(lane: Lane): number {
  return waiting.filter(({ name }) => laneOf(name) === lane).length
}

function next(): void {
  for (const asked of [...waiting]) {
    const thread = freeThread(laneOf(asked.name))
    if (thread === null) continue
    stopWaiting(asked)
    give(thread, asked)
  }
}

function stopWaiting(asked: Asked): void {
  waiting.splice(waiting.indexOf(asked), 1)
}

/** Ends a task. One that runs is rejected once its thread has ended, so that it writes no file after that. */
function abort(asked: Asked): void {
  const thread = [...threads].find(({ running }) => running === asked)
  if (thread !== undefined) void end(thread)
  else if (waiting.includes(asked)) {
    stopWaiting(asked)
    asked.reject(asked.options.signal?.reason)
  }
}

async function end(thread: Thread): Promise<void> {
  thread.isEnding = true
  await thread.worker.terminate()
}

function freeThread(lane: Lane): Thread | null {
  const ofLane = [...threads].filter((thread) => thread.lane === lane)
  return (
    ofLane.find(({ running, isEnding }) => running === null && !isEnding) ??
    (ofLane.length < THREADS[lane] ? addThread(lane) : null)
  )
}

function give(thread: Thread, asked: Asked): void {
  if (thread.idle) clearTimeout(thread.idle)
  thread.idle = null
  thread.running = asked
  thread.worker.ref()
  const { id, name, input, database } = asked
  thread.worker.postMessage({ id, name, input, database })
}

/**
 * Closes a thread's database connection, or ends the thread: callers that close a database can remove its
 * files.
 */
async function closeDatabase(
  thread: Thread,
  { database, timings }: Pick<Asked, 'database' | 'timings'>,
): Promise<void> {
  if (thread.isEnding || thread.running?.database === database) await end(thread)
  else if (thread.running === null) {
    await new Promise<void>((resolve) => {
      give(thread, {
        id: ++ids,
        name: null,
        input: null,
        database,
        timings,
        options: {},
        resolve: () => resolve(),
        reject: () => resolve(),
      })
    })
  }
}

function addThread(lane: Lane): Thread {
  const worker = startThread(HEAP_MB)
  const thread: Thread = { lane, worker, running: null, idle: null, isEnding: false, keptUntilMs: 0 }
  threads.add(thread)
  worker.on('message', (message: FromWorker) => receive(thread, message))
  worker.on('error', (error: NodeJS.ErrnoException) => lose(thread, error))
  worker.on('exit', () => lose(thread, new Error('The worker thread ended')))
  return thread
}

function receive(thread: Thread, message: FromWorker): void {
  const { running, isEnding } = thread
  if (running === null || isEnding || message.id !== running.id) return
  if (message.kind === 'progress') {
    running.options.onProgress?.(message.done, message.total, message.detail)
    return
  }
  thread.running = null
  if (message.kind === 'done') running.resolve(message.value)
  else if (message.kind === 'refused')
    running.reject(new Failure(message.code, message.params, { reported: message.fields }))
  else running.reject(message.error)
  thread.worker.unref()
  // After a single save, a warm thread speeds up nothing: the person who saved continues anyway.
  const { workerAloneMs, workerIdleMs } = running.timings
  const nowMs = performance.now()
  thread.keptUntilMs = Math.max(
    thread.keptUntilMs,
    nowMs + (running.options.isAlone ? workerAloneMs : workerIdleMs),
  )
  thread.idle = setTimeout(() => {
    // It no longer accepts work: terminating takes a moment.
    threads.delete(thread)
    void thread.worker.terminate()
  }, thread.keptUntilMs - nowMs)
  thread.idle.unref()
  next()
}

function lose(thread: Thread, error: NodeJS.ErrnoException): void {
  if (!threads.delete(thread)) return
  if (thread.idle) clearTimeout(thread.idle)
  const { running } = thread
  thread.running = null
  const signal = running?.options.signal
  if (signal?.aborted) running?.reject(signal.reason)
  else
    running?.reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new Failure('too-large') // for the memory of a thread: no file size predicts it
        : error,
    )
  next()
}

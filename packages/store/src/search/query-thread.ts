import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { bindable } from '../driver/bindable.ts'
import { OPEN_IN_THREAD } from '../driver/open-connection.ts'
import { QueryTooCostlyError, StoreClosedError } from '../errors.ts'
import type { Tables } from '../tables.ts'
import { QUERY_BUDGET_MS, QUERY_PATIENCE_MS } from './query-limits.ts'
import { threadMs } from './thread-time.ts'

/**
 * Source of the thread: plain JavaScript, so that it runs both from source and from a bundle. Statements call
 * `within_budget` for the rows they visit; it throws when the processor time is used up, which ends the
 * statement.
 */
const PROGRAM = `${OPEN_IN_THREAD}
  const { parentPort, workerData } = require('node:worker_threads')
  const { readFileSync, readlinkSync } = require('node:fs')
  const database = openInThread(workerData.file, true)
  database.exec('pragma cache_size = -' + workerData.cacheKib + '; pragma temp_store = memory')
  // Linux reports how long a thread was on a processor; other systems only have the wall clock.
  const spent = () => {
    try {
      return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6
    } catch {
      return performance.now()
    }
  }
  const running = new Float64Array(workerData.running)
  let begun = 0
  let budget = 0
  let look = 0
  database.function('within_budget', { deterministic: false }, () => {
    if (performance.now() < look) return 1
    const left = budget - (spent() - begun)
    if (left <= 0) throw new Error('budget')
    look = performance.now() + left
    return 1
  })
  const statements = new Map()
  parentPort.on('message', ({ id, text, parameters, budgetMs }) => {
    running[1] = begun = spent()
    running[0] = id
    budget = budgetMs
    look = performance.now() + budgetMs
    try {
      let statement = statements.get(text)
      if (!statement) {
        if (statements.size === 200) statements.clear()
        statements.set(text, (statement = database.prepare(text)))
      }
      const rows = statement.all(...parameters)
      parentPort.postMessage({ id, rows, ms: spent() - begun })
    } catch (error) {
      const { message, code, errcode } = error
      const over = message === 'budget'
      parentPort.postMessage({ id, over, message, code, errcode, ms: spent() - begun })
    }
  })
  const nameOfTask = () => {
    try {
      return readlinkSync('/proc/thread-self')
    } catch {
      return null
    }
  }
  parentPort.postMessage({ task: nameOfTask() })
`

/** Short-lived objects of the thread, in MB: it only passes rows on. */
const YOUNG_MB = 16

type Reply = {
  readonly id: number
  readonly rows?: readonly unknown[]
  readonly over?: boolean
  readonly message?: string
  readonly code?: string
  readonly errcode?: number
  readonly ms: number
}

/** The thread is open. `task`: its name below `/proc`; null on systems without. */
type Opening = { readonly task: string | null }

type Question = {
  readonly id: number
  readonly text: string
  readonly parameters: readonly unknown[]
  readonly budgetMs: number
}
type Waiting = {
  readonly question: Question
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

/** Queries of one caller, within one common budget. */
export type QueryThread = {
  /** Throws QueryTooCostlyError. */
  readonly run: <T>(job: (db: Kysely<Tables>) => Promise<T>) => Promise<T>
  /** Ends the thread. Queries that have no reply yet, and later ones, throw. */
  readonly close: () => Promise<void>
}

/**
 * Starts a thread with its own connection, so that no query blocks other work of the process, however long it
 * takes.
 */
export function queryThread(
  file: string,
  cacheKib: number,
  patienceMs: () => number = () => QUERY_PATIENCE_MS,
): QueryThread {
  const thread = openThread({ file, cacheKib })
  let lastId = 0

  /** Gives up on a query whose statement does not end. Returns what cancels that. */
  function limitTime(id: number): () => void {
    let timer: NodeJS.Timeout | undefined
    const look = () => {
      // The start of the thread, other queries before this one and waiting for a processor are no part of the query.
      if (thread.isStuckIn(id)) thread.giveUp(id)
      else if (thread.isWaiting(id)) wait()
    }
    const wait = () => {
      // If this thread was busy for that long, a reply can have come that it has not read yet.
      timer = setTimeout(() => setImmediate(look), patienceMs())
    }
    wait()
    return () => clearTimeout(timer)
  }

  async function ask(query: CompiledQuery, budgetMs: number): Promise<Reply> {
    const id = ++lastId
    const cancelLimit = limitTime(id)
    try {
      return await thread.ask({ id, text: query.sql, parameters: bindable(query.parameters), budgetMs })
    } finally {
      cancelLimit()
    }
  }

  return {
    run: (job) => job(new Kysely<Tables>({ dialect: dialectOf(connectionWithBudget(ask)) })),
    close: thread.close,
  }
}

/** Starts the thread when it is needed, and again after it was lost. */
function openThread(workerData: { readonly file: string; readonly cacheKib: number }) {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let task: Opening['task'] | undefined
  let isClosed = false
  /** The query that runs, and the processor time of the thread when it began. */
  let running = new Float64Array(new SharedArrayBuffer(16))

  function ready(): Worker {
    if (worker) return worker
    if (isClosed) throw new StoreClosedError()
    running = new Float64Array(new SharedArrayBuffer(16))
    task = undefined
    const made = new Worker(PROGRAM, {
      eval: true,
      workerData: { ...workerData, running: running.buffer },
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    made.on('message', (reply: Reply | Opening) => {
      if ('task' in reply) {
        if (worker === made) task = reply.task
        return
      }
      waiting.get(reply.id)?.resolve(reply)
      waiting.delete(reply.id)
    })
    made.once('error', (error) => onThreadLost(made, error))
    made.once('exit', () => onThreadLost(made, new Error('the query thread has ended')))
    made.unref() // after the listeners: each lets the thread keep the process alive again
    worker = made
    return made
  }

  function onThreadLost(ended: Worker, error: Error): void {
    if (worker !== ended) return
    worker = null
    refuseWaiting(error)
  }

  function refuseWaiting(error: Error): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  return {
    isWaiting: (id: number) => waiting.has(id),
    /** Whether a query has used up its budget and still runs; where systems do not report that, whether it runs. */
    isStuckIn(id: number): boolean {
      const [runs, begunMs = 0] = running
      if (runs !== id || !waiting.has(id) || task === undefined) return false
      return task === null || threadMs(task) - begunMs >= QUERY_BUDGET_MS
    },
    ask: (question: Question) =>
      new Promise<Reply>((resolve, reject) => {
        waiting.set(question.id, { question, resolve, reject })
        ready().postMessage(question)
      }),
    /** Terminates the thread in a statement that cannot be interrupted; a new one continues with the other queries. */
    giveUp(id: number): void {
      waiting.get(id)?.reject(createTimeError())
      waiting.delete(id)
      const stuck = worker
      worker = null
      void stuck?.terminate()
      for (const { question } of waiting.values()) ready().postMessage(question)
    },
    async close(): Promise<void> {
      isClosed = true
      const ending = worker
      worker = null
      refuseWaiting(new StoreClosedError())
      await ending?.terminate()
    },
  }
}

/** Returns a connection whose queries share one budget. */
function connectionWithBudget(
  ask: (query: CompiledQuery, budgetMs: number) => Promise<Reply>,
): DatabaseConnection {
  let left = QUERY_BUDGET_MS
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (left <= 0) throw createTimeError()
      const reply = await ask(query, left)
      left -= reply.ms
      if (reply.over) throw createTimeError()
      if (!reply.rows) throw failureOf(reply)
      return { rows: [...reply.rows] as R[] } // the statement determines the row type
    },
    // biome-ignore lint/correctness/useYield: the interface asks for it, nothing here streams
    async *streamQuery() {
      throw new Error('the query thread answers whole results')
    },
  }
}

/** Recreates the error that was thrown in the thread. */
function failureOf({ message, code, errcode }: Reply): Error {
  return Object.assign(new Error(message), { code, errcode })
}

function createTimeError(): QueryTooCostlyError {
  return new QueryTooCostlyError('time', { words: 0, limit: QUERY_BUDGET_MS })
}

function dialectOf(connection: DatabaseConnection) {
  const none = async () => undefined
  const driver: Driver = {
    init: none,
    acquireConnection: async () => connection,
    beginTransaction: none,
    commitTransaction: none,
    rollbackTransaction: none,
    releaseConnection: none,
    destroy: none,
  }
  return {
    createDriver: () => driver,
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<Tables>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

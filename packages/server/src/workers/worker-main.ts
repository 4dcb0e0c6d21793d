import { parentPort } from 'node:worker_threads'
import { type OpenReader, openReader, type StoreConfig } from '@dragoman/store'
import { expectedFailure } from '../http/problem.ts'
import { TASKS, type TaskContext } from './tasks.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

/**
 * The thread for long work: runs one task after the other, with its own read connection for each database.
 */
const readers = new Map<string, Promise<OpenReader>>()
const tasks = new Map<string, unknown>(Object.entries(TASKS))
const post = (message: FromWorker) => parentPort?.postMessage(message)

parentPort?.on('message', (message: ToWorker) => void run(message))

async function run({ id, name, input, database }: ToWorker): Promise<void> {
  try {
    if (name === null) {
      await closeReader(database)
      post({ kind: 'done', id, value: null })
      return
    }
    const task = tasks.get(name)
    if (typeof task !== 'function') throw new Error(`No task ${name}`)
    const { reader } = await readerOf(database)
    const context: TaskContext = {
      r: reader,
      database,
      report: (done, total, detail) => post({ kind: 'progress', id, done, total, detail }),
    }
    post({ kind: 'done', id, value: await task(context, input) })
  } catch (error) {
    // A message loses the class and the code of an error.
    const failure = expectedFailure(await explained(error, database))
    if (failure === null) post({ kind: 'broken', id, error })
    else post({ kind: 'refused', id, code: failure.code, params: failure.params, fields: failure.fields })
  }
}

function readerOf(database: StoreConfig): Promise<OpenReader> {
  const key = JSON.stringify(database)
  const known = readers.get(key)
  if (known !== undefined) return known
  const reader = openReader(database)
  readers.set(key, reader)
  // The next task tries again.
  reader.catch(() => readers.delete(key))
  return reader
}

async function explained(error: unknown, database: StoreConfig): Promise<unknown> {
  const opened = await readers.get(JSON.stringify(database))?.catch(() => undefined) // the error is why it is not open
  return opened === undefined ? error : opened.explain(error)
}

async function closeReader(database: StoreConfig): Promise<void> {
  const key = JSON.stringify(database)
  const reader = await readers.get(key)?.catch(() => undefined) // it was never open
  readers.delete(key)
  await reader?.close()
}

import { parentPort } from 'node:worker_threads'
import { Failure } from '@dragoman/contract'
import { type OpenReader, openReader, type StoreConfig } from '@dragoman/store'
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
      report: (done, total, detail) => post({ kind: 'progress', id, done, total, detail }),
    }
    post({ kind: 'done', id, value: await task(context, input) })
  } catch (error) {
    if (error instanceof Failure)
      post({ kind: 'refused', id, code: error.code, params: error.params, fields: error.fields })
    else post({ kind: 'broken', id, error })
  }
}

function readerOf(database: StoreConfig): Promise<OpenReader> {
  const key = JSON.stringify(database)
  const reader = readers.get(key) ?? openReader(database)
  readers.set(key, reader)
  return reader
}

async function closeReader(database: StoreConfig): Promise<void> {
  const key = JSON.stringify(database)
  const reader = await readers.get(key)?.catch(() => undefined) // it was never open
  readers.delete(key)
  await reader?.close()
}

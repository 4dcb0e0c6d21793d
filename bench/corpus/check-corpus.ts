import { type ChildProcess, fork } from 'node:child_process'
import { statSync } from 'node:fs'
import path from 'node:path'
import { formatById } from '@dragoman/formats'
import { corpusFiles } from '../../packages/formats/test/corpus/files.ts'
import { CORPUS_FOLDERS } from '../../packages/formats/test/corpus/projects.ts'

/** A worker's task: verify the laws on one file for up to `sampled` entries, rereading about `bytes`. */
export type Task = {
  readonly folder: string
  readonly path: string
  readonly sampled: number
  readonly bytes: number
}

/** The result for one file; plain data, because it crosses a process boundary. */
export type CheckedFile = { readonly folder: string; readonly path: string } & (
  | { readonly kind: 'invalid'; readonly hasPlace: boolean }
  | {
      readonly kind: 'checked'
      readonly entries: number
      readonly tried: number
      /** Law, code, and count. */
      readonly refused: readonly (readonly [string, number])[]
      readonly broken: readonly string[]
    }
)

/** Checks every file of the corpus in the given number of `workers` (processes), largest files first. */
export async function checkCorpus(options: {
  readonly folders: ReadonlySet<string> | null
  readonly sampled: number
  readonly bytes: number
  readonly workers: number
  readonly report: (file: CheckedFile, left: number) => void
}): Promise<readonly CheckedFile[]> {
  const wanted = CORPUS_FOLDERS.filter(
    ({ folder, format }) => formatById(format) !== null && (options.folders?.has(folder) ?? true),
  )
  const tasks = wanted
    .flatMap(({ folder }) =>
      corpusFiles(folder).map((file) => ({
        folder,
        path: file,
        sampled: options.sampled,
        bytes: options.bytes,
        size: statSync(file).size,
      })),
    )
    .sort((a, b) => b.size - a.size)
  const results: CheckedFile[] = []
  await Promise.all(
    Array.from({ length: options.workers }, async () => {
      let worker = startWorker()
      for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
        const answer = await ask(worker, task)
        if (answer === null) {
          if (results.length === 0)
            throw new Error('The first file could not be checked; the reason is above.')
          worker.kill()
          worker = startWorker()
        }
        const result = answer ?? unanswered(task)
        results.push(result)
        options.report(result, tasks.length)
      }
      worker.kill()
    }),
  )
  return results
}

/** A file that takes longer causes an endless loop or quadratic time. */
const PATIENCE_MS = 15 * 60_000

function startWorker(): ChildProcess {
  const script = path.join(import.meta.dirname, 'worker.ts')
  return fork(script, { execArgv: ['--import', 'tsx', '--max-old-space-size=4096'] })
}

/** Returns the worker's result, or null if it crashed or timed out. */
function ask(worker: ChildProcess, task: Task): Promise<CheckedFile | null> {
  return new Promise((resolve) => {
    const settle = (answer: CheckedFile | null) => {
      clearTimeout(timer)
      worker.removeAllListeners()
      resolve(answer)
    }
    const timer = setTimeout(() => settle(null), PATIENCE_MS)
    // The other end is worker.ts, which only sends checked files.
    worker.once('message', (message) => settle(message as CheckedFile))
    worker.once('exit', () => settle(null))
    worker.once('error', () => settle(null))
    worker.send(task)
  })
}

function unanswered({ folder, path: file }: Task): CheckedFile {
  return {
    kind: 'checked',
    folder,
    path: file,
    entries: 0,
    tried: 0,
    refused: [],
    broken: ['died or gave no answer in time'],
  }
}

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Failure } from '@dragoman/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { openTestSqlite } from '../../store/test/on-both.ts'
import { isCommonPassword } from '../src/areas/session/password-strength.ts'
import { openWorkers } from '../src/workers/open-workers.ts'
import { eventually, leaveTime } from './test-server.ts'
import { NEVER_MS } from './timings.ts'

const ROOM = { files: 1, bytes: 1 }

afterEach(() => {
  vi.restoreAllMocks()
})

test('a task runs in another thread, returns its value or its failure, and leaves the database when it is closed', async () => {
  const database = await openTestSqlite()
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-upload-'))
  const workers = openWorkers(database.config)
  try {
    await expect(
      workers.run('planUpload', { folder, projectId: 7, placements: [], mode: 'overwrite' }),
    ).rejects.toMatchObject({
      code: 'gone',
    })
    await expect(
      workers.run('unpackArchive', {
        folder,
        archive: join(folder, 'none.zip'),
        name: 'none.zip',
        room: ROOM,
      }),
    ).rejects.toThrow('ENOENT')
    await workers.close()
    await expect(workers.run('unpackArchive', { folder, archive: '', name: '', room: ROOM })).rejects.toThrow(
      Failure,
    )
  } finally {
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  }
})

test('a failure that the server expects has its code in another thread too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-upload-'))
  // No database listens there.
  const workers = openWorkers({ kind: 'postgres', url: 'postgres://127.0.0.1:1/dragoman' })
  try {
    await expect(
      workers.run('planUpload', { folder, projectId: 7, placements: [], mode: 'overwrite' }),
    ).rejects.toMatchObject({ code: 'busy' })
  } finally {
    await workers.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('a thread that was needed for one task is not kept', async () => {
  // Without the threads of other tests.
  vi.resetModules()
  const workersModule = await import('../src/workers/open-workers.ts')
  const database = await openTestSqlite()
  const timings = { workerAloneMs: 1, workerIdleMs: NEVER_MS }
  const workers = workersModule.openWorkers(database.config, timings)
  const missing = { folder: '/nowhere', archive: '/nowhere/none.zip', name: 'none.zip', room: ROOM }
  try {
    await expect(workers.run('unpackArchive', missing, { isAlone: true })).rejects.toThrow('ENOENT')
    await eventually(async () => workers.threads() === 0)
    await expect(workers.run('unpackArchive', missing)).rejects.toThrow('ENOENT')
    await leaveTime()
    expect(workers.threads()).toBe(1)
    // Further tasks are expected, whatever the last one was.
    await expect(workers.run('unpackArchive', missing, { isAlone: true })).rejects.toThrow('ENOENT')
    await leaveTime()
    expect(workers.threads()).toBe(1)
  } finally {
    await workers.close()
    await database.remove()
  }
})

test('passwords are judged in a thread of their own, and only so many wait', async () => {
  // Without the threads of other tests.
  vi.resetModules()
  const workersModule = await import('../src/workers/open-workers.ts')
  const database = await openTestSqlite()
  const workers = workersModule.openWorkers(database.config)
  try {
    const judged = await Promise.allSettled(
      Array.from({ length: 30 }, () => isCommonPassword({ workers }, 'password1', [])),
    )
    const values = judged.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(new Set(values)).toEqual(new Set([true]))
    expect(values).toHaveLength(21)
    const refused = judged.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.code)] : []))
    expect(new Set(refused)).toEqual(new Set(['busy']))
    expect(workers.threads()).toBe(1)
    expect(await isCommonPassword({ workers }, 'correct horse battery', [])).toBe(false)
  } finally {
    await workers.close()
    await database.remove()
  }
})

/** Opens workers without the threads of other tests. */
async function openOwnWorkers() {
  vi.resetModules()
  const workersModule = await import('../src/workers/open-workers.ts')
  const database = await openTestSqlite()
  const workers = workersModule.openWorkers(database.config)
  return {
    workers,
    judge: (password: string, signal?: AbortSignal) =>
      workers.run('isCommonPassword', { password, known: [] }, signal ? { signal } : {}),
    async close() {
      await workers.close()
      await database.remove()
    },
  }
}

/** Calls `send` instead of sending a task to a thread. The program that builds the thread has one too. */
function onTask(send: (thread: Worker, post: () => void) => void): void {
  const { postMessage } = Worker.prototype
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...sent) {
    const post = () => postMessage.apply(this, sent)
    if (sent[0]?.name === 'isCommonPassword') send(this, post)
    else post()
  })
}

test('a thread that is ended gets no further task, even if it finishes its own', async () => {
  const { workers, judge, close } = await openOwnWorkers()
  const used: Worker[] = []
  onTask((thread, post) => {
    used.push(thread)
    post()
  })
  const { terminate } = Worker.prototype
  const ended: { thread?: Worker; release: () => void } = { release: () => {} }
  vi.spyOn(Worker.prototype, 'terminate').mockImplementationOnce(function (this: Worker) {
    ended.thread = this
    return new Promise((resolve) => {
      ended.release = () => resolve(terminate.call(this))
    })
  })
  try {
    const cancel = new AbortController()
    const cancelled = judge('password1', cancel.signal)
    const next = judge('password1')
    cancel.abort(new Error('Cancelled'))
    const { thread } = ended
    if (thread === undefined) throw new Error('The thread was not ended')
    await once(thread, 'message')
    expect(workers.threads()).toBe(1)
    ended.release()
    await expect(cancelled).rejects.toThrow('Cancelled')
    expect(await next).toBe(true)
    expect(used.map((one) => one === thread)).toEqual([true, false])
  } finally {
    await close()
  }
})

test('a task that waits for a thread ends when it is aborted, and the others run', async () => {
  const { judge, close } = await openOwnWorkers()
  const held: (() => void)[] = []
  onTask((_thread, post) => void (held.length === 0 ? held.push(post) : post()))
  try {
    const cancel = new AbortController()
    const first = judge('password1')
    const waiting = judge('password1', cancel.signal)
    const last = judge('correct horse battery')
    cancel.abort(new Error('Cancelled'))
    await expect(waiting).rejects.toThrow('Cancelled')
    await expect(judge('password1', cancel.signal)).rejects.toThrow('Cancelled')
    held[0]?.()
    expect([await first, await last]).toEqual([true, false])
  } finally {
    await close()
  }
})

import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@dragoman/contract'
import { expect, test, vi } from 'vitest'
import { openTestSqlite } from '../../store/test/on-both.ts'
import { openWorkers } from '../src/workers/open-workers.ts'
import { eventually } from './test-server.ts'

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
      workers.run('unpackArchive', { folder, archive: join(folder, 'none.zip'), name: 'none.zip' }),
    ).rejects.toThrow('ENOENT')
    await workers.close()
    await expect(workers.run('unpackArchive', { folder, archive: '', name: '' })).rejects.toThrow(Failure)
  } finally {
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  }
})

test.skipIf(!existsSync('/proc/self/task'))('a thread that was needed for one task is not kept', async () => {
  // Without a thread of another test or attempt, which would be kept for that one's tasks.
  vi.resetModules()
  const workersModule = await import('../src/workers/open-workers.ts')
  const database = await openTestSqlite()
  const workers = workersModule.openWorkers(database.config)
  const missing = { folder: '/nowhere', archive: '/nowhere/none.zip', name: 'none.zip' }
  try {
    await expect(workers.run('unpackArchive', missing, { isAlone: true })).rejects.toThrow('ENOENT')
    const used = await threads()
    await eventually(async () => (await threads()) < used, 4000)
    await expect(workers.run('unpackArchive', missing)).rejects.toThrow('ENOENT')
    // The thread of the first task is still ending.
    await sleep(1000)
    const kept = await threads()
    await sleep(3000)
    expect(await threads()).toBeGreaterThanOrEqual(kept)
  } finally {
    await workers.close()
    await database.remove()
  }
})

/** Returns the number of threads in the process, without those that compile the tests, which vary. */
async function threads(): Promise<number> {
  const names = (await readdir('/proc/self/task')).map((id) =>
    // It may have ended in between.
    readFile(`/proc/self/task/${id}/comm`, 'utf8').catch(() => null),
  )
  return (await Promise.all(names)).filter((name) => name !== null && !name.startsWith('rolldown')).length
}

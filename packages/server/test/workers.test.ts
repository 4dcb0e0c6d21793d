import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { openTestSqlite } from '../../store/test/on-both.ts'
import { openWorkers } from '../src/workers/open-workers.ts'
import { eventually } from './test-server.ts'

test('a task runs in another thread, gives its value or its failure, and leaves the database when it is closed', async () => {
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

test.skipIf(!existsSync('/proc/self/task'))('a thread that was needed once is not kept for it', async () => {
  const database = await openTestSqlite()
  const workers = openWorkers(database.config)
  const threads = async () => (await readdir('/proc/self/task')).length
  const missing = { folder: '/nowhere', archive: '/nowhere/none.zip', name: 'none.zip' }
  try {
    await expect(workers.run('unpackArchive', missing, { isAlone: true })).rejects.toThrow('ENOENT')
    const used = await threads()
    await eventually(async () => (await threads()) < used, 4000)
    await expect(workers.run('unpackArchive', missing)).rejects.toThrow('ENOENT')
    const kept = await threads()
    await sleep(3000)
    expect(await threads()).toBeGreaterThanOrEqual(kept)
  } finally {
    await workers.close()
    await database.remove()
  }
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { openTestSqlite } from '../../store/test/on-both.ts'
import { openWorkers } from '../src/workers/open-workers.ts'

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

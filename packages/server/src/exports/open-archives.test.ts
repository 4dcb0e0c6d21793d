import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorkers } from '../workers/open-workers.ts'
import { openArchives } from './open-archives.ts'

test('old archives are removed, and one that cannot be removed does not end the server', async () => {
  const root = await mkdtemp(join(tmpdir(), 'dragoman-archives-'))
  const workers = openWorkers({ kind: 'sqlite', folder: root })
  const archives = openArchives({ root, workers })
  try {
    // As on a mounted disk.
    await mkdir(join(root, 'lost+found'))
    for (const name of ['1.zip', '2.zip', '3-half.part']) await writeFile(join(root, name), 'PK')
    const old = new Date(Date.now() - 3 * 24 * 60 * 60_000)
    for (const name of ['lost+found', '1.zip', '3-half.part']) await utimes(join(root, name), old, old)
    await archives.sweep()
    expect((await readdir(root)).sort()).toEqual(['2.zip', 'lost+found'])
  } finally {
    await archives.close()
    await workers.close()
    await rm(root, { recursive: true, force: true })
  }
})

test('if archives are too large together, the oldest are removed', async () => {
  const root = await mkdtemp(join(tmpdir(), 'dragoman-archives-'))
  const workers = openWorkers({ kind: 'sqlite', folder: root })
  const archives = openArchives({ root, workers, keptBytes: 10 })
  try {
    for (const [name, size, minutesAgo] of [
      ['1.zip', 4, 3],
      ['2.zip', 5, 2],
      ['3.zip', 5, 1],
      ['4-half.part', 9, 4],
    ] as const) {
      await writeFile(join(root, name), 'P'.repeat(size))
      const changed = new Date(Date.now() - minutesAgo * 60_000)
      await utimes(join(root, name), changed, changed)
    }
    await archives.sweep()
    expect((await readdir(root)).sort()).toEqual(['2.zip', '3.zip', '4-half.part'])
  } finally {
    await archives.close()
    await workers.close()
    await rm(root, { recursive: true, force: true })
  }
})

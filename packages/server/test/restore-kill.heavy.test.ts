import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupSqlite, listProjects, openStore, type Store } from '@dragoman/store'
import { expect, onTestFinished, test } from 'vitest'
import { sampleProject } from '../../store/test/sample.ts'
import { bundleOnce } from './build-serve-child.ts'

async function named(store: Store, name: string): Promise<void> {
  await store.write(({ db }) => db.updateTable('project').set({ name }).execute())
}

/** Restores in another process, which is killed at a step; returns whether it was. */
async function isKilled(program: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code, signal] = await once(child, 'exit')
  if (signal !== 'SIGKILL') expect(code).toBe(0)
  return signal === 'SIGKILL'
}

test('a restore that is killed at any step leaves the database as it was, or restored', async () => {
  const root = await mkdtemp(join(tmpdir(), 'dragoman-restore-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const child = join(import.meta.dirname, 'restore-child.ts')
  const program = join(await bundleOnce('restore', { 'restore-child': child }), 'restore-child.js')
  const [before, backup, stepFile] = [join(root, 'before'), join(root, 'backup.db'), join(root, 'step')]
  const store = await openStore({ kind: 'sqlite', folder: before })
  await sampleProject(store)
  await named(store, 'Restored')
  await backupSqlite(join(before, 'dragoman.db'), backup)
  await named(store, 'Replaced')
  await store.close()
  const found: (string | undefined)[] = []
  for (let step = 1; ; step++) {
    const folder = join(root, `data-${step}`)
    await cp(before, folder, { recursive: true })
    await writeFile(stepFile, `${step}`)
    const killed = await isKilled(program, [backup, folder, stepFile])
    const left = await openStore({ kind: 'sqlite', folder })
    found.push((await left.read(listProjects))[0]?.name)
    await left.close()
    if (!killed) break
  }
  const first = found.indexOf('Restored')
  expect(first).toBeGreaterThan(0)
  expect(found).toEqual(found.map((_, index) => (index < first ? 'Replaced' : 'Restored')))
})

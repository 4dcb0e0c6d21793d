import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openConnection } from '../src/driver/open-connection.ts'
import { history, openStore, translation } from '../src/index.ts'
import { openTestSqlite } from './on-both.ts'
import { applied, newKey, sampleProject } from './sample.ts'

const KILLS = 20

test(`${KILLS} kills during a stream of saves lose nothing that was acknowledged`, async () => {
  const database = await openTestSqlite()
  if (database.config.kind !== 'sqlite') throw new Error('not SQLite')
  const { folder } = database.config
  const project = await sampleProject(database.store, ['de'])
  await applied(database.store, project.id, [newKey('common', 'counter', { en: 'Counter', de: '0' })])
  await database.store.close()
  const acknowledged = join(folder, 'acknowledged.txt')
  await writeFile(acknowledged, '')
  for (let kill = 0; kill < KILLS; kill++) {
    await saveAndKill(folder, acknowledged, 20 + ((kill * 37) % 150))
    const last = Number((await readFile(acknowledged, 'utf8')).trim().split('\n').at(-1))
    const store = await openStore({ kind: 'sqlite', folder })
    const row = await store.read((r) => translation(r, project.id, 1, 'de'))
    const earlier = await store.read((r) =>
      history(r, { projectId: project.id, keyId: 1, language: 'de', limit: 3 }),
    )
    await store.close()
    const found = Number(row?.forms.other)
    // The save after the last acknowledged one might have been committed just before the kill.
    expect(found === last || found === last + 1).toBe(true)
    expect(earlier.map((entry) => Number(entry.forms.other))).toEqual(
      [found, found - 1, found - 2].filter((n) => n >= 0),
    )
  }
  const file = openConnection(join(folder, 'dragoman.db'), { readonly: true })
  expect(file.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
  file.close()
  await database.remove()
})

async function saveAndKill(folder: string, acknowledged: string, afterMs: number): Promise<void> {
  const program = fileURLToPath(new URL('./programs/save-forever.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, folder, acknowledged], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await ready(child)
  const enough = (await readFile(acknowledged, 'utf8')).length
  // At least one more save must be acknowledged, so that every kill happens during the stream.
  while ((await readFile(acknowledged, 'utf8')).length === enough) await pause(5)
  await pause(afterMs)
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openConnection } from '../src/driver/open-connection.ts'
import { applyOperation, DATABASE_FILE, editorPage } from '../src/index.ts'
import { openTestSqlite } from './on-both.ts'
import { AT, applied, MARA, newKey, sampleProject } from './sample.ts'

const MB = 1_000_000
/** 64 MB, and what is written during a checkpoint. */
const LIMIT_BYTES = 110 * MB
/** SQLite shortens a longer log to this when it starts it over. */
const KEPT_BYTES = 64 * 1024 * 1024
/** Total to write: far more than the limit, in texts that make each save several hundred kilobytes. */
const WRITTEN_BYTES = 220 * MB
const TEXT_BYTES = 90_000

test('the WAL stays small under steady writing, with permanent readers', async () => {
  const { store, config, remove } = await openTestSqlite()
  if (config.kind !== 'sqlite') throw new Error('not SQLite')
  const log = join(config.folder, `${DATABASE_FILE}-wal`)
  const project = await sampleProject(store, ['de'])
  const { changeSet } = await applied(store, project.id, [newKey('common', 'long', { en: 'Long' })])
  const [keyId = 0] = changeSet.keys ?? []
  let isOver = false
  // One reader uses short transactions, like another process, the other opens pages.
  const other = openConnection(join(config.folder, DATABASE_FILE), { readonly: true })
  const reading = (async () => {
    while (!isOver) {
      other.exec('begin')
      other.prepare('select count(*) from translation').get([])
      await store.read((r) =>
        editorPage(r, { projectId: project.id, sourceLanguage: 'en', language: 'de', filter: {}, limit: 10 }),
      )
      other.exec('commit')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  let largest = 0
  let written = 0
  for (let n = 0; written < WRITTEN_BYTES; n++) {
    const forms = { other: `${n} ${String.fromCharCode(97 + (n % 26)).repeat(TEXT_BYTES)}` }
    const changes = [{ kind: 'translate' as const, keyId, language: 'de', forms }]
    await store.write((w) =>
      applyOperation(w, { projectId: project.id, kind: 'save', by: MARA, at: AT, changes }),
    )
    // The text, what it replaced, and the search text.
    written += 3 * TEXT_BYTES
    if (n % 20 === 0) largest = Math.max(largest, (await stat(log)).size)
  }
  isOver = true
  await reading
  other.close()
  expect(largest).toBeGreaterThan(1 * MB)
  expect(largest).toBeLessThan(LIMIT_BYTES)
  await remove()
})

test('the WAL is started over in the same file, of which only what is beyond 64 MiB is removed', async () => {
  const { store, config, remove } = await openTestSqlite()
  if (config.kind !== 'sqlite') throw new Error('not SQLite')
  const log = join(config.folder, `${DATABASE_FILE}-wal`)
  const project = await sampleProject(store, ['de'])
  const { changeSet } = await applied(store, project.id, [newKey('common', 'long', { en: 'Long' })])
  const [keyId = 0] = changeSet.keys ?? []
  const sizes: number[] = []
  for (let written = 0; written < WRITTEN_BYTES; written += 3 * TEXT_BYTES) {
    const forms = { other: `${written} ${'x'.repeat(TEXT_BYTES)}` }
    await applied(store, project.id, [{ kind: 'translate', keyId, language: 'de', forms }])
    sizes.push((await stat(log)).size)
  }
  const largest = Math.max(...sizes)
  // A slow machine can write more than that before the other thread has copied it.
  const kept = sizes.map((size) => Math.min(size, KEPT_BYTES))
  expect(kept).toEqual(kept.toSorted((a, b) => a - b))
  // Far less than what was written, so it was started over; a log of 64 MB would have been waited for.
  expect(largest).toBeGreaterThan(1 * MB)
  expect(largest).toBeLessThan(LIMIT_BYTES)
  await remove()
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { catalogHash } from '../test/catalog-hash.ts'
import { onBoth, openTestSqlite } from '../test/on-both.ts'
import { AT, applied, apply, MARA, newKey, sampleProject } from '../test/sample.ts'
import { openConnection } from './driver/open-connection.ts'
import {
  applyOperation,
  BackupError,
  backupSqlite,
  createProject,
  DATABASE_FILE,
  DatabaseTooNewError,
  DataFolderLockedError,
  DiskFullError,
  type EventRow,
  listProjects,
  newestEvent,
  openStore,
  restoreBackup,
} from './index.ts'

onBoth('the store', (open) => {
  test('a job that throws leaves nothing, and no listener is called', async () => {
    const { store, remove } = await open()
    const committed: EventRow[] = []
    store.onCommit((events) => void committed.push(...events))
    const before = await store.read(newestEvent)
    const job = store.write(async (w) => {
      await createProject(w, { slug: 'lost', name: 'Lost', sourceLanguage: 'en', at: AT })
      throw new Error('changed my mind')
    })
    await expect(job).rejects.toThrow('changed my mind')
    expect(await store.read(listProjects)).toEqual([])
    expect(committed).toEqual([])
    expect(await store.read(newestEvent)).toEqual(before)
    await remove()
  })

  test('listeners are called once for each commit, with a revision that grows by one', async () => {
    const { store, remove } = await open()
    const project = await sampleProject(store, [])
    const revisions: number[] = []
    const stop = store.onCommit((events) => {
      for (const event of events)
        if (event.kind === 'content.changed') revisions.push(Number(Object(event.payload).revision))
    })
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        apply(store, project.id, [newKey('common', `key${i}`, { en: 'x' })]),
      ),
    )
    stop()
    await apply(store, project.id, [newKey('common', 'late', { en: 'x' })])
    // The responses to overlapping commits of PostgreSQL can arrive in another order.
    if (store.dialect === 'postgres') revisions.sort((a, b) => a - b)
    expect(revisions).toEqual(Array.from({ length: 10 }, (_, i) => project.revision + 1 + i))
    await remove()
  })

  test('the store itself cannot be used inside a write', async () => {
    const { store, remove } = await open()
    await expect(store.write(() => store.read(listProjects))).rejects.toThrow('inside write()')
    await remove()
  })

  test('reads continue during a long write, and do not see it', async () => {
    const { store, remove } = await open()
    const project = await sampleProject(store, [])
    const changes = Array.from({ length: 50 }, (_, i) => newKey('common', `key${i}`, { en: `Text ${i}` }))
    let letGo = () => {}
    const isHeld = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let noteWritten = () => {}
    const isWritten = new Promise<void>((resolve) => {
      noteWritten = resolve
    })
    const writing = store.write(async (w) => {
      await applyOperation(w, { projectId: project.id, kind: 'keys', by: MARA, at: AT, changes })
      noteWritten()
      await isHeld
    })
    await isWritten
    const revision = async () => (await store.read(listProjects))[0]?.revision
    for (let read = 0; read < 10; read++) expect(await revision()).toBe(project.revision)
    letGo()
    await writing
    expect(await revision()).toBe(project.revision + 1)
    await remove()
  })
})

test('opening the folder a second time reports who holds it; a released one opens', async () => {
  const { store, config, remove } = await openTestSqlite()
  const second = openStore(config)
  await expect(second).rejects.toBeInstanceOf(DataFolderLockedError)
  await expect(second).rejects.toMatchObject({ code: 'database-held', holder: { pid: process.pid } })
  await store.close()
  await (await openStore(config)).close()
  await remove()
})

test('data of a newer program is refused and not changed', async () => {
  const { store, config, remove } = await openTestSqlite()
  await store.close()
  if (config.kind !== 'sqlite') return
  const file = openConnection(join(config.folder, 'dragoman.db'))
  file.exec(`update meta set value = '["9999-later"]' where name = 'migrations'`)
  file.close()
  await expect(openStore(config)).rejects.toBeInstanceOf(DatabaseTooNewError)
  await remove()
})

test('a backup made while writing continues is complete, restores, and keeps what it replaced', async () => {
  const { store, config, remove } = await openTestSqlite()
  if (config.kind !== 'sqlite') return
  const project = await sampleProject(store, ['de'])
  await applied(
    store,
    project.id,
    Array.from({ length: 3000 }, (_, i) => newKey('common', `key${i}`, { en: `Text ${i}`, de: `Satz ${i}` })),
  )
  const elsewhere = await mkdtemp(join(tmpdir(), 'dragoman-backup-'))
  const file = join(elsewhere, 'copy.db')
  let stop = false
  const saving = (async () => {
    for (let i = 0; !stop; i++) {
      const changes = [
        { kind: 'translate' as const, keyId: 1 + (i % 3000), language: 'de', forms: { other: `Neu ${i}` } },
      ]
      await store.write((w) =>
        applyOperation(w, { projectId: project.id, kind: 'save', by: MARA, at: AT, changes }),
      )
    }
  })()
  expect((await backupSqlite(join(config.folder, DATABASE_FILE), file)).sizeBytes).toBeGreaterThan(100_000)
  stop = true
  await saving
  const hash = await store.read((r) => catalogHash(r, project.id))
  await expect(restoreBackup(file, config.folder, AT)).rejects.toBeInstanceOf(DataFolderLockedError)
  await store.close()

  const restored = await restoreBackup(file, config.folder, AT)
  const again = await openStore(config)
  const old = await again.read((r) => catalogHash(r, project.id))
  expect(old).not.toBe(hash)
  expect((await apply(again, project.id, [newKey('common', 'after', { en: 'After' })])).ok).toBe(true)
  await again.close()
  if (!restored.kept) throw new Error('nothing was kept')
  await restoreBackup(restored.kept, config.folder, '2026-02-02T00:00:00.000Z')
  const back = await openStore(config)
  expect(await back.read((r) => catalogHash(r, project.id))).toBe(hash)
  await back.close()
  await rm(elsewhere, { recursive: true })
  await remove()
})

test('a full disk refuses the whole write; with room it succeeds', async () => {
  const { store, remove } = await openTestSqlite()
  const project = await sampleProject(store, ['de'])
  const changes = Array.from({ length: 2000 }, (_, i) =>
    newKey('common', `key${i}`, { en: `Text ${i}`, de: `Satz ${i}` }),
  )
  const before = await store.read((r) => catalogHash(r, project.id))
  // A limit on the file's pages causes the same error as a full disk.
  const limit = (pages: number) =>
    store.write((w) => sql.raw(`pragma max_page_count = ${pages}`).execute(w.db))
  await limit(100)
  await expect(apply(store, project.id, changes)).rejects.toBeInstanceOf(DiskFullError)
  expect(await store.read((r) => catalogHash(r, project.id))).toBe(before)
  await limit(1_000_000)
  expect(await apply(store, project.id, changes)).toMatchObject({ ok: true, summary: { keysAdded: 2000 } })
  await remove()
})

test('a damaged backup is refused before anything is changed', async () => {
  const { store, config, remove } = await openTestSqlite()
  if (config.kind !== 'sqlite') return
  await sampleProject(store, [])
  await store.close()
  const file = join(config.folder, 'damaged.db')
  await writeFile(file, 'no database at all')
  await expect(restoreBackup(file, config.folder, AT)).rejects.toBeInstanceOf(BackupError)
  const again = await openStore(config)
  expect(await again.read(listProjects)).toHaveLength(1)
  await again.close()
  await remove()
})

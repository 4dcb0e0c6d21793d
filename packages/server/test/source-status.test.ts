import { createProject, createSource, sourceStatuses } from '@dragoman/store'
import { expect, onTestFinished, test } from 'vitest'
import { openTestSqlite } from '../../store/test/on-both.ts'
import type { Log } from '../src/log.ts'
import { openStatusNotes } from '../src/sources/note-status.ts'

async function openNotes() {
  const { store, remove } = await openTestSqlite()
  onTestFinished(remove)
  const at = '2026-01-01T00:00:00.000Z'
  const [projectId, row] = await store.write(async (w) => {
    const of = { slug: 'shop', name: 'Shop', sourceLanguage: 'en', syntax: 'i18next', at }
    const { id } = await createProject(w, of)
    const files = { pattern: '{lng}.json', format: 'i18next-json', writable: true, folder: '/nowhere' }
    return [id, await createSource(w, { kind: 'folder', projectId: id, createdAt: at, ...files })] as const
  })
  const logged: Parameters<Log>[0][] = []
  const notes = openStatusNotes({
    store,
    log: (entry) => void logged.push(entry),
    projectId,
    row,
    position: () => 1000,
    leftOut: () => ({ files: [], more: 0 }),
  })
  return {
    notes,
    logged,
    store,
    status: async () => (await store.read((r) => sourceStatuses(r, projectId))).get(row.id),
  }
}

test('closing waits for what is written', async () => {
  const { notes, status } = await openNotes()
  await notes.comparing(async () => {})
  await notes.close()
  expect((await status())?.writtenTo).toBe(1000)
})

test('a comparison that ends after closing writes nothing, so that it needs no open store', async () => {
  const { notes, logged, store } = await openNotes()
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  const compared = notes.comparing(() => promise)
  await notes.close()
  await store.close()
  resolve()
  await compared
  notes.allWritten(false)
  notes.leftOutChanged()
  await notes.close()
  expect(logged).toEqual([])
})

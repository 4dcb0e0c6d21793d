import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Format, formatById } from '@dragoman/formats'
import {
  createProject,
  createSource,
  listConflicts,
  listFiles,
  translation,
  unitsOfFile,
} from '@dragoman/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestSqlite, type TestDatabase } from '../../store/test/on-both.ts'
import { AT, applied, newKey } from '../../store/test/sample.ts'
import { openFolderFiles } from '../src/sources/folder/folder-files.ts'
import { dueTexts } from '../src/sync/due-files.ts'
import { openSyncContext, type SyncContext } from '../src/sync/run/context.ts'
import { draftSync } from '../src/sync/run/draft-sync.ts'
import { syncBatch } from '../src/sync/run/sync-batch.ts'
import type { DraftRequest, SyncDraft } from '../src/sync/run/sync-draft.ts'

const PATHS = ['en/common.json', 'de/common.json']
const json = (texts: Readonly<Record<string, string>>) => `${JSON.stringify(texts, null, 2)}\n`
const BEFORE = { disk: 'before', here: 'before', later: 'before' }

let database: TestDatabase
let folder: string
let context: SyncContext
beforeEach(async () => {
  database = await openTestSqlite()
  folder = await mkdtemp(join(tmpdir(), 'dragoman-sync-'))
  for (const path of PATHS) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), json(BEFORE))
  }
  const { store } = database
  const format = formatById('i18next-json')
  if (format === null) throw new Error('i18next JSON is a format')
  const { id: projectId, source } = await store.write(async (w) => {
    const { id } = await createProject(w, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', at: AT })
    const row = {
      projectId: id,
      kind: 'folder',
      folder,
      pattern: '{lng}/{ns}.json',
      format: format.id,
      writable: true,
      createdAt: AT,
    } as const
    return { id, source: await createSource(w, row) }
  })
  const now = () => new Date()
  context = openSyncContext({
    store,
    now,
    log: () => undefined,
    projectId,
    source,
    format,
    files: openFolderFiles({ folder, pattern: source.pattern }),
  })
  await syncBatch(context, { paths: PATHS, fromCatalog: new Map(), kind: 'import' })
})
afterEach(async () => {
  await database.remove()
  await rm(folder, { recursive: true })
})

async function germanTexts(): Promise<Record<string, string | undefined>> {
  const rows = await database.store.read((r) => unitsOfFile(r, context.projectId, 'de', 'common'))
  return Object.fromEntries(rows.map(({ unit }) => [unit.name, unit.forms.other]))
}

async function saveHere(): Promise<void> {
  const rows = await database.store.read((r) => unitsOfFile(r, context.projectId, 'de', 'common'))
  const key = rows.find(({ unit }) => unit.name === 'here')
  if (key === undefined) throw new Error('No key here')
  const { keyId } = key
  await applied(database.store, context.projectId, [
    { kind: 'translate', keyId, language: 'de', forms: { other: 'saved' } },
  ])
}

test('what was written into a file while it was replaced is merged, even if the path was written once more', async () => {
  await saveHere()
  // Written back with `here` saved; then a program wrote `later` to the new file, while `disk` was edited in
  // the old one.
  await writeFile(join(folder, 'de/common.json'), json({ ...BEFORE, here: 'saved', later: 'edited' }))
  context.concurrentWrites.set('de/common.json', [Buffer.from(json({ ...BEFORE, disk: 'edited' }))])

  const first = await syncBatch(context, { paths: ['de/common.json'], fromCatalog: new Map(), kind: 'sync' })
  expect(first.again).toEqual(['de/common.json'])
  expect(context.concurrentWrites.size).toBe(0)
  expect(await germanTexts()).toEqual({ disk: 'edited', here: 'saved', later: 'before' })

  const second = await syncBatch(context, { paths: first.again, fromCatalog: new Map(), kind: 'sync' })
  expect(second.again).toEqual([])
  const all = { disk: 'edited', here: 'saved', later: 'edited' }
  expect(await germanTexts()).toEqual(all)
  expect(await readFile(join(folder, 'de/common.json'), 'utf8')).toBe(json(all))
})

test('a translation that changed together with its source text is not outdated', async () => {
  for (const path of PATHS) await writeFile(join(folder, path), json({ ...BEFORE, disk: `new in ${path}` }))
  const paths = PATHS.toSorted()
  await syncBatch(context, { paths, fromCatalog: new Map(), kind: 'sync' })
  const rows = await database.store.read((r) => unitsOfFile(r, context.projectId, 'de', 'common'))
  const { keyId = 0 } = rows.find(({ unit }) => unit.name === 'disk') ?? {}
  const text = await database.store.read((r) => translation(r, context.projectId, keyId, 'de'))
  expect(text).toMatchObject({ forms: { other: 'new in de/common.json' }, outdated: false })
})

test('several such versions are merged in sequence', async () => {
  const versions = [json({ ...BEFORE, disk: 'edited' }), json({ ...BEFORE, later: 'edited' })]
  context.concurrentWrites.set(
    'de/common.json',
    versions.map((text) => Buffer.from(text)),
  )
  for (const left of [1, 0]) {
    const { again } = await syncBatch(context, {
      paths: ['de/common.json'],
      fromCatalog: new Map(),
      kind: 'sync',
    })
    expect(again).toEqual(['de/common.json'])
    expect(context.concurrentWrites.get('de/common.json')?.length ?? 0).toBe(left)
  }
  await syncBatch(context, {
    paths: ['de/common.json'],
    fromCatalog: dueTexts('de/common.json', ['de']).fromCatalog,
    kind: 'sync',
  })
  expect(await readFile(join(folder, 'de/common.json'), 'utf8')).toBe(
    json({ disk: 'edited', here: 'before', later: 'edited' }),
  )
})

test('a truncated version is left out, and the file continues', async () => {
  context.concurrentWrites.set('de/common.json', [Buffer.from('{ "disk": "edi')])
  const { again } = await syncBatch(context, {
    paths: ['de/common.json'],
    fromCatalog: new Map(),
    kind: 'sync',
  })
  await syncBatch(context, { paths: again, fromCatalog: new Map(), kind: 'sync' })
  expect(await germanTexts()).toEqual(BEFORE)
  expect(await readFile(join(folder, 'de/common.json'), 'utf8')).toBe(json(BEFORE))
})

test('a file that would not be readable afterwards stays unchanged, is reported, and the text is kept', async () => {
  await saveHere()
  const faulty: Format = { ...context.format, edit: () => Buffer.from('{ "disk": "bef') }
  const fromCatalog = dueTexts('de/common.json', ['de']).fromCatalog
  const { again } = await syncBatch(
    { ...context, format: faulty },
    { paths: ['de/common.json'], fromCatalog, kind: 'sync' },
  )
  expect(again).toEqual([])
  expect(await readFile(join(folder, 'de/common.json'), 'utf8')).toBe(json(BEFORE))
  expect(await germanTexts()).toEqual({ ...BEFORE, here: 'saved' })
  const files = await database.store.read((r) => listFiles(r, { sourceId: context.source.id }))
  const problem = { code: 'not-editable', params: { reason: 'not-whole' } }
  expect(files.find(({ language }) => language === 'de')).toMatchObject({ state: 'unwritable', problem })
  await syncBatch(context, { paths: ['de/common.json'], fromCatalog, kind: 'sync' })
  expect(await readFile(join(folder, 'de/common.json'), 'utf8')).toBe(json({ ...BEFORE, here: 'saved' }))
})

/** Replaces the worker thread: requests and results are copied, as between threads. */
function elsewhere(before: () => Promise<void> = async () => undefined) {
  const asked: DraftRequest[] = []
  async function draftElsewhere(request: DraftRequest): Promise<SyncDraft | null> {
    asked.push(structuredClone(request))
    const { store } = database
    const { files, format } = context
    const draft = structuredClone(
      await draftSync({ read: (job) => store.read(job), files, format }, structuredClone(request)),
    )
    await before()
    return draft
  }
  return { asked, draftElsewhere }
}

/** More than is merged on the thread that handles requests. */
const MANY = Object.fromEntries(
  Array.from({ length: 2000 }, (_, index) => [`key${index}`, `A text of some length, number ${index}`]),
)

async function openLarge(): Promise<void> {
  await writeFile(join(folder, 'de/common.json'), json({ ...BEFORE, ...MANY }))
  await syncBatch(context, { paths: PATHS, fromCatalog: new Map(), kind: 'sync' })
}

test('a large file is read, merged and spliced in the worker thread, a small one here', async () => {
  await openLarge()
  const { asked, draftElsewhere } = elsewhere()
  const threaded = { ...context, draftElsewhere }
  await saveHere()
  await syncBatch(threaded, {
    paths: ['de/common.json'],
    fromCatalog: dueTexts('de/common.json', ['de']).fromCatalog,
    kind: 'sync',
  })
  expect(await readFile(join(folder, 'de/common.json'), 'utf8')).toBe(
    json({ ...BEFORE, here: 'saved', ...MANY }),
  )
  await writeFile(
    join(folder, 'de/common.json'),
    json({ ...BEFORE, here: 'saved', later: 'edited', ...MANY }),
  )
  await syncBatch(threaded, { paths: ['de/common.json'], fromCatalog: new Map(), kind: 'sync' })
  expect(await germanTexts()).toMatchObject({ here: 'saved', later: 'edited' })
  expect(asked).toHaveLength(2)
  await syncBatch(threaded, { paths: ['en/common.json'], fromCatalog: new Map(), kind: 'sync' })
  expect(asked).toHaveLength(2)
})

test('saves that make every draft stale are not overwritten: finally the draft is computed within the transaction', async () => {
  await openLarge()
  const rows = await database.store.read((r) => unitsOfFile(r, context.projectId, 'de', 'common'))
  const keyId = rows.find(({ unit }) => unit.name === 'later')?.keyId ?? 0
  let saves = 0
  const { asked, draftElsewhere } = elsewhere(async () => {
    saves += 1
    const forms = { other: `saved ${saves}` }
    await applied(database.store, context.projectId, [{ kind: 'translate', keyId, language: 'de', forms }])
  })
  await writeFile(join(folder, 'de/common.json'), json({ ...BEFORE, disk: 'edited', ...MANY }))
  await syncBatch(
    { ...context, draftElsewhere },
    { paths: ['de/common.json'], fromCatalog: new Map(), kind: 'sync' },
  )
  expect([asked.length, saves]).toEqual([3, 3])
  expect(await germanTexts()).toMatchObject({ disk: 'edited', later: 'saved 3' })
  expect(await readFile(join(folder, 'de/common.json'), 'utf8')).toBe(
    json({ ...BEFORE, disk: 'edited', later: 'saved 3', ...MANY }),
  )
})

test('only the given texts are checked in a file that is unchanged since its last sync', async () => {
  const rows = await database.store.read((r) => unitsOfFile(r, context.projectId, 'de', 'common'))
  const keyOf = (name: string) => rows.find(({ unit }) => unit.name === name)?.keyId ?? 0
  const save = (name: string, other: string) =>
    applied(database.store, context.projectId, [
      { kind: 'translate', keyId: keyOf(name), language: 'de', forms: { other } },
    ])
  await save('here', 'saved')
  await save('later', 'saved')
  const sync = (texts: ReadonlySet<number> | 'any') =>
    syncBatch(context, {
      paths: ['de/common.json'],
      fromCatalog: dueTexts('de/common.json', ['de'], texts).fromCatalog,
      kind: 'sync',
    })
  await sync(new Set([keyOf('here')]))
  expect(await readFile(join(folder, 'de/common.json'), 'utf8')).toBe(json({ ...BEFORE, here: 'saved' }))
  await sync('any')
  expect(await readFile(join(folder, 'de/common.json'), 'utf8')).toBe(
    json({ ...BEFORE, here: 'saved', later: 'saved' }),
  )
  // A changed file is merged as a whole, whichever texts are given.
  await writeFile(join(folder, 'de/common.json'), json({ disk: 'edited', here: 'saved', later: 'saved' }))
  await save('later', 'again')
  await sync(new Set([keyOf('here')]))
  expect(await readFile(join(folder, 'de/common.json'), 'utf8')).toBe(
    json({ disk: 'edited', here: 'saved', later: 'again' }),
  )
})

test('a conflict about a deleted key is about the key that is created with its name', async () => {
  const path = 'de/common.json'
  const sync = () =>
    syncBatch(context, {
      paths: [path],
      fromCatalog: dueTexts(path, ['de'], 'any').fromCatalog,
      kind: 'sync',
    })
  const keyId = async () => {
    const rows = await database.store.read((r) => unitsOfFile(r, context.projectId, 'de', 'common'))
    return rows.find(({ unit }) => unit.name === 'here')?.keyId ?? null
  }
  const conflicts = async () => {
    const rows = await database.store.read((r) => listConflicts(r, context.projectId))
    return rows.map(({ id, name, theirs, createdAt, keyId }) => [id, name, theirs, createdAt, keyId])
  }
  await writeFile(join(folder, path), json({ ...BEFORE, here: 'edited' }))
  await applied(database.store, context.projectId, [{ kind: 'remove-key', keyId: (await keyId()) ?? 0 }])
  await sync()
  const [[id, , , createdAt] = []] = await conflicts()
  expect(await conflicts()).toEqual([[id, 'here', { other: 'edited' }, createdAt, null]])
  await applied(database.store, context.projectId, [newKey('common', 'here', { en: 'again' })])
  await sync()
  expect(await conflicts()).toEqual([[id, 'here', { other: 'edited' }, createdAt, await keyId()]])
})

test('a text that was removed in one file and then changed back here removes no other language', async () => {
  const path = 'de/common.json'
  const rows = await database.store.read((r) => unitsOfFile(r, context.projectId, 'de', 'common'))
  const keyId = rows.find(({ unit }) => unit.name === 'here')?.keyId ?? 0
  const saveAndSync = async (other: string) => {
    await applied(database.store, context.projectId, [
      { kind: 'translate', keyId, language: 'de', forms: { other } },
    ])
    await syncBatch(context, {
      paths: [path],
      fromCatalog: dueTexts(path, ['de'], 'any').fromCatalog,
      kind: 'sync',
    })
  }
  await writeFile(join(folder, path), json({ disk: 'before', later: 'before' }))
  await saveAndSync('saved')
  const conflicts = () => database.store.read((r) => listConflicts(r, context.projectId))
  expect((await conflicts()).map(({ name, ours, theirs }) => [name, ours, theirs])).toEqual([
    ['here', { other: 'saved' }, {}],
  ])
  // Like an undo.
  await saveAndSync('before')
  expect(await conflicts()).toEqual([])
  expect(await germanTexts()).toEqual({ ...BEFORE, here: undefined })
  const english = await database.store.read((r) => unitsOfFile(r, context.projectId, 'en', 'common'))
  expect(english.map(({ keyId: id, unit }) => [id === keyId, unit.forms.other])).toContainEqual([
    true,
    'before',
  ])
  await syncBatch(context, {
    paths: PATHS,
    fromCatalog: dueTexts('en/common.json', ['en'], 'any').fromCatalog,
    kind: 'sync',
  })
  expect(await readFile(join(folder, 'en/common.json'), 'utf8')).toBe(json(BEFORE))
})

test('a temporarily broken file keeps the keys that only it has', async () => {
  const english = { ...BEFORE, here: '' }
  await writeFile(join(folder, 'en/common.json'), json(english))
  await syncBatch(context, { paths: ['en/common.json'], fromCatalog: new Map(), kind: 'sync' })
  await writeFile(join(folder, 'en/common.json'), `<<<<<<< HEAD\n${json(english)}`)
  await writeFile(join(folder, 'de/common.json'), json({ disk: 'before', later: 'before' }))
  await syncBatch(context, { paths: PATHS, fromCatalog: new Map(), kind: 'sync' })
  expect(await germanTexts()).toEqual({ ...BEFORE, here: undefined })
  await writeFile(join(folder, 'en/common.json'), json(english))
  await syncBatch(context, { paths: PATHS, fromCatalog: new Map(), kind: 'sync' })
  expect(await readFile(join(folder, 'en/common.json'), 'utf8')).toBe(json(english))
})

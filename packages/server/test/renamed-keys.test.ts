import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProject, createSource, unitsOfFile } from '@dragoman/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestSqlite, type TestDatabase } from '../../store/test/on-both.ts'
import { AT, applied } from '../../store/test/sample.ts'
import { openFolderFiles } from '../src/sources/folder/folder-files.ts'
import { dueTexts, joinDue } from '../src/sync/due-files.ts'
import { openSyncContext, type SyncContext } from '../src/sync/run/context.ts'
import { syncBatch } from '../src/sync/run/sync-batch.ts'
import { formatOf } from './sync-sides.ts'

const fileIn = (
  language: string,
  [first, second]: readonly [string, string],
  names = ['items', 'others'],
) => `{
  "@@locale": "${language}",
  "${names[0]}": "${first}",
  "@${names[0]}": {
    "description": "How many",
    "placeholders": { "n": { "type": "int" } }
  },
  "${names[1]}": "${second}",
  "@${names[1]}": { "description": "How many more" }
}
`
const PATHS = ['app_en.arb', 'app_de.arb']

let database: TestDatabase
let folder: string
let context: SyncContext
beforeEach(async () => {
  database = await openTestSqlite()
  folder = await mkdtemp(join(tmpdir(), 'dragoman-renamed-'))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'app_en.arb'), fileIn('en', ['{n} items', '{n} items']))
  await writeFile(join(folder, 'app_de.arb'), fileIn('de', ['{n} Dinge', '{n} Dinge']))
  const { store } = database
  const format = formatOf('arb')
  const { projectId, source } = await store.write(async (w) => {
    const { id } = await createProject(w, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', at: AT })
    const row = {
      projectId: id,
      kind: 'folder',
      folder,
      pattern: '{ns}_{lng}.arb',
      format: format.id,
      writable: true,
      createdAt: AT,
    } as const
    return { projectId: id, source: await createSource(w, row) }
  })
  context = openSyncContext({
    store,
    now: () => new Date(),
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

async function keyIdOf(name: string): Promise<number> {
  const rows = await database.store.read((r) => unitsOfFile(r, context.projectId, 'de', 'app'))
  const key = rows.find(({ unit }) => unit.name === name)
  if (key === undefined) throw new Error(`No key ${name}`)
  return key.keyId
}

async function rename(from: string, ...names: string[]) {
  const keyId = await keyIdOf(from)
  for (const name of names)
    await applied(database.store, context.projectId, [
      { kind: 'edit-key', keyId, fields: { name, path: [name] }, dropsOldName: true },
    ])
}

async function sync() {
  const { fromCatalog } = joinDue(dueTexts('app_en.arb', ['en']), dueTexts('app_de.arb', ['de']))
  await syncBatch(context, { paths: PATHS, fromCatalog, kind: 'sync' })
}
const fileOf = (language: string) => readFile(join(folder, `app_${language}.arb`), 'utf8')

test('a key that was renamed twice and edited since the last sync keeps its details in all files', async () => {
  await rename('items', 'products', 'goods')
  await applied(database.store, context.projectId, [
    { kind: 'translate', keyId: await keyIdOf('goods'), language: 'de', forms: { other: '{n} Waren' } },
  ])
  await sync()
  expect(await fileOf('de')).toBe(fileIn('de', ['{n} Waren', '{n} Dinge'], ['goods', 'others']))
  expect(await fileOf('en')).toBe(fileIn('en', ['{n} items', '{n} items'], ['goods', 'others']))
})

test('two renamed keys with the same text keep their own details', async () => {
  await rename('items', 'z')
  await rename('others', 'a')
  await sync()
  expect(await fileOf('de')).toBe(fileIn('de', ['{n} Dinge', '{n} Dinge'], ['z', 'a']))
  expect(await fileOf('en')).toBe(fileIn('en', ['{n} items', '{n} items'], ['z', 'a']))
})

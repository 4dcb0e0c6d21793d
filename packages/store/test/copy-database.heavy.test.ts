import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { TEST_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import { insertRows } from '../src/copy/table-rows.ts'
import { tableShapes } from '../src/copy/table-shapes.ts'
import {
  addUploadedPiece,
  beginUploadedFile,
  copyDatabase,
  editorPage,
  incarnation,
  openStore,
  projectBySlug,
  type StoreConfig,
  type Writer,
} from '../src/index.ts'
import { catalogHash } from './catalog-hash.ts'
import { openTestDatabase } from './on-both.ts'
import { OTHER_IDS, rowsFor, TEXTS } from './rows-for.ts'
import { apply, newKey, sampleProject } from './sample.ts'

const KILLS = Number(process.env.DRAGOMAN_COPY_KILLS ?? 1)
const isPostgres = Boolean(process.env.TEST_POSTGRES_URL)

async function emptySqlite(): Promise<StoreConfig & { kind: 'sqlite' }> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-copy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { kind: 'sqlite', folder }
}

async function emptyPostgres(): Promise<StoreConfig & { kind: 'postgres' }> {
  const { config, store, remove } = await openTestDatabase('postgres')
  onTestFinished(remove)
  await store.close()
  if (config.kind !== 'postgres') throw new Error('not PostgreSQL')
  return config
}

/** As after a restore: clones of developers continue with a copy. */
async function putIncarnation({ db }: Writer): Promise<void> {
  await db.insertInto('meta').values({ name: 'incarnation', value: 'restored once' }).execute()
}

/** Creates a database with a project of several thousand texts, and rows in every table. */
async function fullSqlite(keys: number): Promise<StoreConfig & { kind: 'sqlite' }> {
  const config = await emptySqlite()
  const store = await openStore(config)
  const project = await sampleProject(store)
  for (let start = 0; start < keys; start += 500)
    await apply(
      store,
      project.id,
      Array.from({ length: Math.min(500, keys - start) }, (_, index) => {
        const text = `${TEXTS[index % TEXTS.length]} ${start + index}`.replace('\0', '')
        return newKey('app', `key.${start + index}`, { en: text, de: `de ${text}`, pl: `pl ${text}` })
      }),
    )
  await store.write(async (w) => {
    for (const shape of await tableShapes(w.db))
      if (shape.name === 'meta') await putIncarnation(w)
      else await insertRows({ db: w.db, dialect: 'sqlite' }, shape, rowsFor(shape))
  })
  await store.close()
  return config
}

/** Returns the content of a database as users and apps see it. */
async function contentOf(config: StoreConfig) {
  const store = await openStore(config)
  try {
    await store.waitForIndex()
    return await store.read(async (r) => {
      const project = await projectBySlug(r, 'sample')
      if (project === null) throw new Error('no project')
      const { id: projectId, sourceLanguage } = project
      const found = await editorPage(r, {
        projectId,
        sourceLanguage,
        language: 'de',
        filter: { words: ['zebra 4'] },
        limit: 500,
      })
      expect(found.rows.length).toBeGreaterThan(0)
      return { project, hash: await catalogHash(r, projectId), found, incarnation: await incarnation(r) }
    })
  } finally {
    await store.close()
  }
}

describe.skipIf(!isPostgres)('a copied database', () => {
  test('is the same on PostgreSQL and back on SQLite, table by table, and continues its numbers', async () => {
    const first = await fullSqlite(2500)
    const [second, third] = [await emptyPostgres(), await emptySqlite()]
    const there = await copyDatabase(first, second)
    expect(there.isContinued).toBe(false)
    expect(there.tables.filter(({ rows }) => rows === 0)).toEqual([])
    expect(there.tables.length).toBeGreaterThan(60)
    const back = await copyDatabase(second, third)
    expect(back.tables).toEqual(there.tables)
    const before = await contentOf(first)
    expect(before.incarnation).toBe('restored once')
    expect(await contentOf(second)).toEqual(before)
    expect(await contentOf(third)).toEqual(before)
    // Ids, versions and events continue, none is used twice.
    const numbers: unknown[] = []
    for (const config of [first, second, third]) {
      const store = await openStore(config)
      const result = await apply(store, before.project.id, [newKey('app', 'one.more', { en: 'One more' })])
      const event = await store.read(({ db }) =>
        sql<{ number: number }>`select max(number) as number from event`.execute(db),
      )
      numbers.push([result.ok && result.operationId, event.rows[0]?.number])
      await store.close()
    }
    expect(numbers[1]).toEqual(numbers[0])
    expect(numbers[2]).toEqual(numbers[0])
  })

  test('contains files that together are larger than a string can be', async () => {
    const [first, second] = [await emptySqlite(), await emptyPostgres()]
    const store = await openStore(first)
    const { id: projectId } = await sampleProject(store)
    const fileId = await store.write((w) =>
      beginUploadedFile(w, {
        projectId,
        path: 'en/app.json',
        operationId: null,
        format: 'i18next-json',
        languageNames: {},
      }),
    )
    for (let place = 0; place < 40; place++)
      await store.write((w) => addUploadedPiece(w, fileId, place, Buffer.alloc(7_000_000, place + 1)))
    await store.close()
    const { tables } = await copyDatabase(first, second)
    expect(tables.find(({ name }) => name === 'uploaded_piece')?.rows).toBe(40)
  })

  test(`is complete after ${KILLS} kills, either way`, {
    timeout: TEST_DEADLINE_MS + KILLS * 20_000,
  }, async () => {
    const first = await fullSqlite(3000)
    const [second, third] = [await emptyPostgres(), await emptySqlite()]
    const killed = [
      await copyAndKill(first.folder, second.url, KILLS),
      await copyAndKill(second.url, third.folder, KILLS),
    ]
    expect(killed.every((count) => count > 0)).toBe(true)
    const [whole, other] = [await emptyPostgres(), await emptySqlite()]
    const straight = await copyDatabase(first, whole)
    expect((await copyDatabase(second, other)).tables).toEqual(straight.tables)
    expect(await contentOf(third)).toEqual(await contentOf(first))
  })

  test('cannot be used before it is complete; if the source has changed meanwhile, it is copied again', async () => {
    const first = await fullSqlite(3000)
    const second = await emptyPostgres()
    await copyAndKill(first.folder, second.url, 1, false)
    await expect(openStore(second)).rejects.toMatchObject({ code: 'copy-unfinished' })
    await expect(copyDatabase(second, await emptySqlite())).rejects.toMatchObject({ code: 'copy-unfinished' })
    const other = await fullSqlite(1)
    await expect(copyDatabase(other, second)).rejects.toMatchObject({ code: 'not-empty' })
    const store = await openStore(first)
    await store.write(async ({ db }) => {
      await sql`update project set name = 'Changed'`.execute(db)
      await sql`delete from language where project_id >= ${OTHER_IDS}`.execute(db)
    })
    await store.close()
    expect(await copyDatabase(first, second)).toMatchObject({ isContinued: true })
    expect(await contentOf(second)).toEqual(await contentOf(first))
  })

  test('is refused if the target has content, a server runs on either, or there is nothing to copy', async () => {
    const first = await fullSqlite(1)
    const second = await emptyPostgres()
    const running = await openStore(first)
    await expect(copyDatabase(first, second)).rejects.toMatchObject({ code: 'database-held' })
    await running.close()
    const served = await openStore(second)
    const isHeld = async () => {
      const error = await copyDatabase(first, second).catch((caught: unknown) => caught)
      return Object(error).code
    }
    await expect.poll(isHeld).toBe('in-use')
    await expect(copyDatabase(second, await emptySqlite())).rejects.toMatchObject({ code: 'in-use' })
    await sampleProject(served)
    await served.close()
    await expect(copyDatabase(first, second)).rejects.toMatchObject({
      code: 'not-empty',
      message: expect.stringContaining('"project"'),
    })
    await expect(copyDatabase(await emptySqlite(), second)).rejects.toMatchObject({ code: 'no-source' })
    await expect(copyDatabase(first, await emptySqlite())).rejects.toMatchObject({ code: 'same-kind' })
  })
})

/** Kills the copying at or within some table, then lets it finish. Returns how often it was killed. */
async function copyAndKill(from: string, to: string, kills: number, finishes = true): Promise<number> {
  const program = fileURLToPath(new URL('./programs/copy-until-killed.ts', import.meta.url))
  let killed = 0
  for (let attempt = 0; attempt < kills + (finishes ? 1 : 0); attempt++) {
    const child = spawn(process.execPath, ['--import', 'tsx', program, from, to], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    // The first tables are small, and the texts come after them.
    const until = ['key', 'translation', 'user', 'ready'][attempt % 4] ?? ''
    child.stdout.on('data', (chunk) => {
      said += String(chunk)
      if (attempt < kills && said.split('\n').includes(until))
        setTimeout(() => child.kill('SIGKILL'), attempt * 17)
    })
    await ended
    if (attempt < kills && child.signalCode === 'SIGKILL') killed += 1
    if (said.endsWith('done\n')) break
    if (attempt >= kills) throw new Error(`Ended with ${child.exitCode} after ${said}`)
  }
  return killed
}

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBoth } from '../../test/on-both.ts'
import { AT, MARA, sampleProject } from '../../test/sample.ts'
import {
  createGitSource,
  createSource,
  deleteFileBase,
  fileBase,
  finishFileWrite,
  keepFileBase,
  moveSourceFile,
  openBranch,
  packBytes,
  replacedBase,
  type Store,
  startFileWrite,
} from '../index.ts'

const PATH = 'locales/de.json'
const LINES = 2000
const ATTEMPTS = 20

/** Returns a file that deflates badly, with some other texts. */
function fileOf(texts: Readonly<Record<number, string>> = {}): Uint8Array {
  let seed = 1
  const next = () => {
    seed = (seed * 48271) % 2147483647
    return seed.toString(36)
  }
  const lines = Array.from({ length: LINES }, (_, line) => {
    const text = `${next()} ${next()}`
    return `  "key${line}": "${texts[line] ?? text}"`
  })
  return Buffer.from(`{\n${lines.join(',\n')}\n}\n`)
}

const BEGUN = fileOf()
const CHANGED = fileOf({ 7: 'Pay', 1500: 'Pay now' })
const GONE_ON = fileOf({ 3: 'Of main', 1999: 'Of main' })

/** Creates a project with a repository and two translation branches. */
async function withBranches(store: Store) {
  const parent = await sampleProject(store, ['de'])
  return store.write(async (w) => {
    const source = await createSource(w, {
      kind: 'git',
      repository: 'https://git.example.org/shop.git',
      branch: 'main',
      projectId: parent.id,
      pattern: 'locales/{lng}.json',
      format: 'i18next-json',
      writable: true,
      createdAt: AT,
    })
    if (source.kind !== 'git') throw new Error('It is no repository')
    await createGitSource(w, {
      sourceId: source.id,
      projectId: parent.id,
      mode: 'push',
      settings: {
        quietMinutes: 10,
        commitsBy: 'person',
        signOff: false,
        signCommits: false,
        skipCi: false,
        message: null,
        pullRequestBranch: 'l10n/dragoman',
      },
      signIn: 'v1.y',
      keyId: null,
      knownHosts: '',
      forge: { kind: 'none', origin: null, token: null },
    })
    const of = { parent, source, by: MARA, at: AT }
    const one = await openBranch(w, { ...of, branch: 'feature/one' })
    const two = await openBranch(w, { ...of, branch: 'feature/two' })
    return { main: source.id, one: one.sourceId, two: two.sourceId }
  })
}

const keep = (store: Store, sourceId: number, bytes: Uint8Array, path = PATH) =>
  store.write((w) => keepFileBase(w, sourceId, path, bytes))

async function expectBase(store: Store, sourceId: number, bytes: Uint8Array, path = PATH): Promise<void> {
  const found = await store.read((r) => fileBase(r, sourceId, path))
  expect(found && Buffer.compare(found, bytes)).toBe(0)
}

/** Returns how many bytes are stored for the file of a source. */
async function stored(store: Store, sourceId: number): Promise<number> {
  const { rows } = await store.read((r) =>
    sql<{ n: number }>`select sum(length(bytes)) as n from file_base where source_id = ${sourceId}`.execute(
      r.db,
    ),
  )
  return Number(rows[0]?.n)
}

onBoth('what files of translation branches were last synced as', (open) => {
  test('is stored as a patch of the file of the project, also when that is synced again', async () => {
    const { store, remove } = await open()
    const { main, one, two } = await withBranches(store)
    await keep(store, one, BEGUN)
    // The project does not have it yet.
    expect(await stored(store, one)).toBeGreaterThan(10_000)
    await keep(store, main, BEGUN)
    await keep(store, one, CHANGED)
    await keep(store, two, BEGUN)
    expect(await stored(store, one)).toBeLessThan(500)
    expect(await stored(store, two)).toBe(0)
    await keep(store, main, GONE_ON)
    for (const [source, bytes] of [
      [one, CHANGED],
      [two, BEGUN],
    ] as const) {
      await expectBase(store, source, bytes)
      expect(await stored(store, source)).toBeLessThan(500)
    }
    await expectBase(store, main, GONE_ON)
    await keep(store, two, Buffer.from('{}'))
    await expectBase(store, two, Buffer.from('{}'))
    await remove()
  })

  test('has the hash of the complete contents', async () => {
    const { store, remove } = await open()
    const { main, one, two } = await withBranches(store)
    for (const source of [main, one, two]) await keep(store, source, source === one ? CHANGED : BEGUN)
    await keep(store, main, GONE_ON)
    const rows = await store.read((r) => r.db.selectFrom('file_base').select(['source_id', 'hash']).execute())
    const hashes = new Map(rows.map(({ source_id, hash }) => [source_id, hash]))
    expect(hashes).toEqual(
      new Map([
        [main, packBytes(GONE_ON).hash],
        [one, packBytes(CHANGED).hash],
        [two, packBytes(BEGUN).hash],
      ]),
    )
    await remove()
  })

  test('is complete if the base of the project is deleted or moved, or its own is', async () => {
    const { store, remove } = await open()
    const { main, one, two } = await withBranches(store)
    const move = (sourceId: number) => ({ sourceId, from: PATH, to: 'locales/at.json', namespace: '' })
    for (const source of [main, one, two]) await keep(store, source, source === one ? CHANGED : BEGUN)
    await store.write((w) => moveSourceFile(w, move(one)))
    await expectBase(store, one, CHANGED, 'locales/at.json')
    expect(await store.read((r) => fileBase(r, one, PATH))).toBeNull()
    await store.write((w) => moveSourceFile(w, move(main)))
    await expectBase(store, main, BEGUN, 'locales/at.json')
    await expectBase(store, two, BEGUN)
    await keep(store, one, CHANGED, 'locales/at.json')
    await store.write((w) => deleteFileBase(w, main, 'locales/at.json'))
    await expectBase(store, one, CHANGED, 'locales/at.json')
    await remove()
  })

  test('a file that is written here, by the project or a branch, leaves the others unchanged', async () => {
    const { store, remove } = await open()
    const { main, one, two } = await withBranches(store)
    for (const source of [main, one, two]) await keep(store, source, BEGUN)
    const write = (sourceId: number, bytes: Uint8Array) =>
      store.write(async (w) => {
        await startFileWrite(w, { sourceId, path: PATH, temporary: 'x', bytes, parts: [] })
        await finishFileWrite(w, sourceId, PATH, 42)
      })
    await write(one, CHANGED)
    await write(main, GONE_ON)
    await expectBase(store, one, CHANGED)
    await expectBase(store, two, BEGUN)
    await expectBase(store, main, GONE_ON)
    for (const source of [main, one]) {
      const replaced = await store.read((r) => replacedBase(r, source, PATH))
      expect(replaced?.atMs).toBe(42)
      expect(replaced && Buffer.compare(replaced.before, BEGUN)).toBe(0)
    }
    await remove()
  })

  test('changed concurrently by the project and its branches, each has what was stored last', async () => {
    const { store, remove } = await open()
    const { main, one, two } = await withBranches(store)
    await keep(store, main, BEGUN)
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const texts = [fileOf({ 1: `${attempt}` }), fileOf({ 2: `${attempt}` }), fileOf({ 3: `${attempt}` })]
      const sources = [main, one, two]
      await Promise.all(sources.map((source, index) => keep(store, source, texts[index] ?? BEGUN)))
      for (const [index, source] of sources.entries()) await expectBase(store, source, texts[index] ?? BEGUN)
    }
    await remove()
  })
})

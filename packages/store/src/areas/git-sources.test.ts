import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBoth } from '../../test/on-both.ts'
import { AT, sampleProject } from '../../test/sample.ts'
import {
  addGitSync,
  contentHash,
  createGitKey,
  createGitSource,
  createSource,
  dropGitChange,
  dropSent,
  finishFileWrite,
  forgetWriter,
  type GitSource,
  gitChange,
  gitKey,
  gitSource,
  keepFileBase,
  keepSent,
  listGitChanges,
  listGitSyncs,
  listSources,
  noteGitChange,
  pathsChanged,
  pathsSent,
  removeSource,
  type Store,
  sentVersions,
  setSentTexts,
  startFileWrite,
  updateGitSource,
  upstreamBytes,
  upstreamHashes,
} from '../index.ts'

const PLACE = { kind: 'git', repository: 'https://git.example.org/shop.git', branch: 'main' } as const
const PATH = 'locales/de.json'

async function connected(store: Store) {
  const project = await sampleProject(store, ['de'])
  return store.write(async (w) => {
    const key = await createGitKey(w, {
      projectId: project.id,
      publicKey: 'ssh-ed25519 AAAA',
      sealed: 'v1.x',
      createdAt: AT,
    })
    const source = await createSource(w, {
      ...PLACE,
      projectId: project.id,
      pattern: 'locales/{lng}.json',
      format: 'i18next-json',
      writable: true,
      createdAt: AT,
    })
    const sourceId = source.id
    await createGitSource(w, {
      sourceId,
      projectId: project.id,
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
      keyId: key.id,
      knownHosts: '',
      forge: { kind: 'none', origin: null, token: null },
    })
    return { project, key, sourceId }
  })
}

const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (found: Uint8Array | null | undefined) => (found ? new TextDecoder().decode(found) : null)

onBoth('repositories', (open) => {
  test('a source keeps its branch, its settings and its status', async () => {
    const { store, remove } = await open()
    const { project, key, sourceId } = await connected(store)
    const [source] = await store.read((r) => listSources(r, project.id))
    expect(source).toMatchObject({ id: sourceId, ...PLACE } satisfies Partial<GitSource>)
    const problem = { code: 'unreachable', at: AT, params: { host: 'git.example.org' } }
    await store.write((w) => updateGitSource(w, sourceId, { commit: 'a1', problem, isPaused: true }))
    expect(await store.read((r) => gitSource(r, sourceId))).toMatchObject({
      mode: 'push',
      keyId: key.id,
      commit: 'a1',
      problem,
      isPaused: true,
      pullRequest: null,
    })
    await store.write((w) => updateGitSource(w, sourceId, { problem: null }))
    expect((await store.read((r) => gitSource(r, sourceId)))?.problem).toBeNull()
    expect(await store.read((r) => gitKey(r, project.id, key.id))).toEqual(key)
    expect(await store.read((r) => gitKey(r, project.id + 1, key.id))).toBeNull()
    await store.write((w) => removeSource(w, sourceId))
    expect(await store.read((r) => gitSource(r, sourceId))).toBeNull()
    expect(await store.write((w) => updateGitSource(w, sourceId, { commit: 'b' }))).toBe(false)
    await remove()
  })

  test('a key is deleted when another one replaces it, and when its source is removed', async () => {
    const { store, remove } = await open()
    const { project, key, sourceId } = await connected(store)
    const keysOf = () => store.read(({ db }) => db.selectFrom('git_key').select('public_key').execute())
    const { id: keyId } = await store.write(async (w) => {
      const made = await createGitKey(w, { ...key, publicKey: 'ssh-ed25519 BBBB' })
      await updateGitSource(w, sourceId, { keyId: made.id })
      return made
    })
    expect(await keysOf()).toEqual([{ public_key: 'ssh-ed25519 BBBB' }])
    await store.write((w) => updateGitSource(w, sourceId, { keyId, isPaused: true }))
    expect(await store.read((r) => gitKey(r, project.id, keyId))).not.toBeNull()
    await store.write((w) => removeSource(w, sourceId))
    expect(await keysOf()).toEqual([])
    await remove()
  })

  test('what the branch has of a changed file stays what it was at the first change', async () => {
    const { store, remove } = await open()
    const { sourceId } = await connected(store)
    const file = { sourceId, path: PATH }
    const later = '2026-01-03T00:00:00.000Z'
    await store.write(async (w) => {
      await noteGitChange(w, { ...file, upstream: bytes('{"a":"x"}'), at: AT })
      await noteGitChange(w, { ...file, upstream: bytes('{"a":"later"}'), at: later })
      await noteGitChange(w, { ...file, path: 'locales/fr.json', upstream: null, at: AT })
    })
    expect(await store.read((r) => listGitChanges(r, sourceId))).toEqual([
      { path: PATH, firstAt: AT, lastAt: later, isNew: false },
      // Independent of the clock: each is later than those before it.
      {
        path: 'locales/fr.json',
        firstAt: '2026-01-03T00:00:00.001Z',
        lastAt: '2026-01-03T00:00:00.001Z',
        isNew: true,
      },
    ])
    expect(textOf((await store.read((r) => gitChange(r, file)))?.bytes)).toBe('{"a":"x"}')
    expect(await store.read((r) => gitChange(r, { ...file, path: 'locales/fr.json' }))).toEqual({
      bytes: null,
    })
    await store.write((w) => dropGitChange(w, file))
    expect(await store.read((r) => gitChange(r, file))).toBeNull()
    await remove()
  })

  test('files that differ from their branch are found without reading them, unless they have no hash', async () => {
    const { store, remove } = await open()
    const { sourceId } = await connected(store)
    const [one, other] = [bytes('a'.repeat(10_000)), bytes('b'.repeat(10_000))]
    const changes = { 'back.json': one, 'changed.json': other, 'gone.json': one, 'new.json': null }
    for (const [path, upstream] of Object.entries(changes)) {
      await store.write((w) => noteGitChange(w, { sourceId, path, upstream, at: AT }))
      if (path !== 'gone.json') await store.write((w) => keepFileBase(w, sourceId, path, one))
    }
    const file = { sourceId, path: 'back.json', temporary: '.back.json', bytes: one, parts: [] }
    await store.write(async (w) => {
      await startFileWrite(w, file)
      await finishFileWrite(w, sourceId, file.path, 0)
    })
    const found = () => store.read((r) => pathsChanged(r, sourceId))
    expect(await found()).toEqual(['changed.json', 'new.json'])
    // From these bytes nothing can be read.
    const { rows } = await store.read(({ db }) =>
      sql<{ path: string; bytes: Uint8Array | null }>`select path, bytes from git_change`.execute(db),
    )
    await store.write(({ db }) =>
      sql`update git_change set bytes = ${Buffer.of(7)} where bytes is not null`.execute(db),
    )
    expect(await found()).toEqual(['changed.json', 'new.json'])
    await store.write(async ({ db }) => {
      for (const { path, bytes: before } of rows)
        await sql`update git_change set bytes = ${before}, hash = null where path = ${path}`.execute(db)
    })
    expect(await found()).toEqual(['changed.json', 'new.json'])
    await remove()
  })

  test('what the branch has of each file is found by its hash, without reading the file if it has one', async () => {
    const { store, remove } = await open()
    const { sourceId } = await connected(store)
    const [one, other] = [bytes('a'.repeat(10_000)), bytes('b'.repeat(10_000))]
    for (const path of ['same.json', 'changed.json', 'new.json'])
      await store.write((w) => keepFileBase(w, sourceId, path, one))
    const changes = { 'changed.json': other, 'new.json': null, 'removed.json': other }
    for (const [path, upstream] of Object.entries(changes))
      await store.write((w) => noteGitChange(w, { sourceId, path, upstream, at: AT }))
    const found = async () => [...(await store.read((r) => upstreamHashes(r, sourceId)))].sort()
    const hashes = [
      ['changed.json', contentHash(other)],
      ['removed.json', contentHash(other)],
      ['same.json', contentHash(one)],
    ]
    expect(await found()).toEqual(hashes)
    const read = async (path: string) => {
      const now = await store.read((r) => upstreamBytes(r, { sourceId, path }))
      return now && contentHash(now)
    }
    const paths = ['same.json', 'changed.json', 'new.json']
    expect(await Promise.all(paths.map(read))).toEqual([contentHash(one), contentHash(other), null])
    await store.write(({ db }) =>
      sql`update git_change set hash = null where path = 'changed.json'`.execute(db),
    )
    await store.write(({ db }) => sql`update file_base set hash = null where path = 'same.json'`.execute(db))
    // From these bytes nothing can be read.
    await store.write(({ db }) =>
      sql`update git_change set bytes = ${Buffer.of(7)} where path = 'removed.json'`.execute(db),
    )
    expect(await found()).toEqual(hashes)
    await remove()
  })

  test('a change that is dropped is recorded, and a later one is newer', async () => {
    const { store, remove } = await open()
    const { sourceId } = await connected(store)
    const [file, other] = [
      { sourceId, path: PATH },
      { sourceId, path: 'locales/fr.json' },
    ]
    const later = '2026-01-03T00:00:00.000Z'
    await store.write(async (w) => {
      await noteGitChange(w, { ...other, upstream: null, at: AT })
      await noteGitChange(w, { ...file, upstream: bytes('{}'), at: later })
      await dropGitChange(w, file)
      await dropGitChange(w, other)
      await dropGitChange(w, other)
    })
    expect((await store.read((r) => gitSource(r, sourceId)))?.droppedAt).toBe(later)
    await store.write((w) => noteGitChange(w, { ...file, upstream: bytes('{}'), at: AT }))
    const lastAt = '2026-01-03T00:00:00.001Z'
    expect(await store.read((r) => listGitChanges(r, sourceId))).toMatchObject([{ path: PATH, lastAt }])
    await remove()
  })

  test('pushed versions are kept, newest first, up to a limit', async () => {
    const { store, remove } = await open()
    const { sourceId } = await connected(store)
    const file = { sourceId, path: PATH }
    for (let version = 1; version <= 25; version++)
      await store.write((w) => keepSent(w, { ...file, bytes: bytes(`${version}`), texts: null }))
    const versions = await store.read((r) => sentVersions(r, file))
    expect(versions.map((version) => textOf(version.bytes))).toEqual(
      Array.from({ length: 20 }, (_, index) => `${25 - index}`),
    )
    expect(versions[0]?.texts).toBeNull()
    expect(await store.read((r) => pathsSent(r, sourceId))).toEqual([PATH])
    await store.write((w) => dropSent(w, file))
    expect(await store.read((r) => sentVersions(r, file))).toEqual([])
    await remove()
  })

  test('records which texts of a pushed version can still be pulled back', async () => {
    const { store, remove } = await open()
    const { sourceId } = await connected(store)
    const file = { sourceId, path: PATH }
    const texts = new Map([['de', new Set(['a', 'b\u0000other', '__proto__'])]])
    await store.write((w) => keepSent(w, { ...file, bytes: bytes('1'), texts }))
    const left = async () => (await store.read((r) => sentVersions(r, file))).map((version) => version.texts)
    expect(await left()).toEqual([texts])
    const rest = new Map([['de', new Set(['a'])]])
    await store.write((w) => setSentTexts(w, { ...file, number: 1, texts: rest }))
    expect(await left()).toEqual([rest])
    await store.write((w) => setSentTexts(w, { ...file, number: 1, texts: new Map([['de', new Set()]]) }))
    expect(await left()).toEqual([])
    await remove()
  })

  test('the history is ordered newest first', async () => {
    const { store, remove } = await open()
    const { sourceId } = await connected(store)
    const sync = {
      at: AT,
      commit: 'a1',
      texts: 2,
      files: 1,
      people: [],
      attempts: 1,
      note: 'Sam: Add slots',
      problem: null,
    }
    await store.write((w) => addGitSync(w, sourceId, { ...sync, kind: 'in' }))
    const people = [{ id: 'user:1', name: 'Klara', texts: 5 }]
    await store.write((w) => addGitSync(w, sourceId, { ...sync, kind: 'out', people }))
    const found = await store.read((r) => listGitSyncs(r, sourceId, 10))
    expect(found.map(({ kind, people: who }) => [kind, who])).toEqual([
      ['out', people],
      ['in', []],
    ])
    expect(await store.read((r) => listGitSyncs(r, sourceId, 1))).toHaveLength(1)
    await store.write((w) => forgetWriter(w, 'user:1', 'Former member'))
    const [sent] = await store.read((r) => listGitSyncs(r, sourceId, 1))
    expect(sent?.people).toEqual([{ id: 'user:1', name: 'Former member', texts: 5 }])
    await remove()
  })
})
